/**
 * The sounds of the table, made on the spot by oscillators and noise: short, dry and few. There is
 * no file behind any of them.
 */
import type { GameEvent, SeatNumber } from './protocol';
import { settings } from './settings.svelte';

export type Sound = 'play' | 'draw' | 'destroy' | 'score' | 'turn' | 'win';

/** The sound of an event for one who sits in that seat; null: none. */
export function soundOf(event: GameEvent, seat: SeatNumber | null): Sound | null {
  switch (event.kind) {
    case 'minion played':
    case 'action played':
    case 'card uncovered':
      return 'play';
    case 'drawn':
      return 'draw';
    case 'minion destroyed':
    case 'action destroyed':
      return 'destroy';
    case 'base scored':
      return 'score';
    case 'turn started':
      return event.seat === seat ? 'turn' : null;
    case 'game over':
      return 'win';
    default:
      return null;
  }
}

/** Nothing repeats more than three times a second. */
const APART = 340;
const last = new Map<Sound, number>();

/** Whether a sound may be heard now, given when it was heard last. */
export function mayRepeat(sound: Sound, now: number): boolean {
  if (now - (last.get(sound) ?? Number.NEGATIVE_INFINITY) < APART) return false;
  last.set(sound, now);
  return true;
}

let air: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

/** Lets a sound be heard, if the player likes sounds. A page may sound only once it was touched. */
export function hear(sound: Sound): void {
  const touched = navigator.userActivation?.hasBeenActive ?? false;
  if (settings.volume === 0 || !touched || !mayRepeat(sound, performance.now())) return;
  air ??= new AudioContext();
  if (air.state === 'suspended') void air.resume();
  for (const part of SCORES[sound]) sounded(air, part);
}

/** A tone that glides from one pitch to another, or noise through a filter that does. */
interface Part {
  wave: OscillatorType | 'noise';
  /** In hertz. */
  from: number;
  to: number;
  /** In seconds. */
  at: number;
  long: number;
  loud: number;
}

const tone = (
  wave: OscillatorType,
  pitch: number,
  at: number,
  long: number,
  loud: number,
): Part => ({
  wave,
  from: pitch,
  to: pitch,
  at,
  long,
  loud,
});

const SCORES: Record<Sound, Part[]> = {
  play: [
    { wave: 'sine', from: 190, to: 70, at: 0, long: 0.13, loud: 0.7 },
    { wave: 'noise', from: 2600, to: 900, at: 0, long: 0.05, loud: 0.5 },
  ],
  draw: [{ wave: 'noise', from: 1400, to: 4200, at: 0, long: 0.14, loud: 0.35 }],
  destroy: [
    { wave: 'noise', from: 1800, to: 160, at: 0, long: 0.32, loud: 0.8 },
    { wave: 'sawtooth', from: 170, to: 45, at: 0, long: 0.26, loud: 0.25 },
  ],
  score: [
    tone('triangle', 523, 0, 0.2, 0.4),
    tone('triangle', 659, 0.11, 0.2, 0.4),
    tone('triangle', 784, 0.22, 0.42, 0.45),
  ],
  turn: [tone('sine', 440, 0, 0.22, 0.4), tone('sine', 659, 0.13, 0.4, 0.4)],
  win: [
    tone('triangle', 523, 0, 0.18, 0.4),
    tone('triangle', 659, 0.15, 0.18, 0.4),
    tone('triangle', 784, 0.3, 0.18, 0.4),
    tone('triangle', 1047, 0.45, 0.6, 0.45),
    tone('sine', 262, 0.45, 0.7, 0.35),
  ],
};

function sounded(context: AudioContext, part: Part): void {
  const begin = context.currentTime + part.at;
  const end = begin + part.long;
  const loudness = context.createGain();
  loudness.gain.setValueAtTime(0.0001, begin);
  loudness.gain.exponentialRampToValueAtTime(part.loud * settings.volume, begin + 0.012);
  loudness.gain.exponentialRampToValueAtTime(0.0001, end);
  loudness.connect(context.destination);
  const source = part.wave === 'noise' ? noise(context, part, loudness) : pitched(context, part);
  if (source instanceof OscillatorNode) source.connect(loudness);
  source.start(begin);
  source.stop(end);
}

function pitched(context: AudioContext, { wave, from, to, at, long }: Part): OscillatorNode {
  const source = context.createOscillator();
  if (wave !== 'noise') source.type = wave;
  glided(context, source.frequency, from, to, at, long);
  return source;
}

function noise(context: AudioContext, part: Part, into: AudioNode): AudioBufferSourceNode {
  hiss ??= hissOf(context);
  const source = context.createBufferSource();
  source.buffer = hiss;
  const filter = context.createBiquadFilter();
  filter.type = 'bandpass';
  glided(context, filter.frequency, part.from, part.to, part.at, part.long);
  source.connect(filter).connect(into);
  return source;
}

function glided(
  context: AudioContext,
  what: AudioParam,
  from: number,
  to: number,
  at: number,
  long: number,
): void {
  const begin = context.currentTime + at;
  what.setValueAtTime(from, begin);
  what.exponentialRampToValueAtTime(to, begin + long);
}

/** Half a second of noise. */
function hissOf(context: AudioContext): AudioBuffer {
  const made = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const samples = made.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  return made;
}
