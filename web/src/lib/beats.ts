/**
 * What happened is told in beats: one thing, or several that belong together. A beat takes as long
 * as a person needs to read what is new in it.
 */
import type { EventKind, GameEvent, Key, Named, SeatNumber } from './protocol';

/** How much longer or shorter than reading takes a beat is shown. */
export const TEMPO = { slow: 1.6, normal: 1, fast: 0.45, instant: 0 };

// In milliseconds.
const WORD = 240; // 250 words a minute
const THING = 350; // one more thing to look at
const LEAST = 800;
/** Powers are counted and places taken; then the points go to the players. */
export const COUNTING = 2600;
export const PAYING = 1500;

const AWARDS: ReadonlySet<EventKind> = new Set(['base scored', 'victory points']);
const CLEARING: ReadonlySet<EventKind> = new Set([
  'minion to discard pile',
  'action destroyed',
  'discarded',
  'base left',
  'base entered',
]);

/** Whether an event goes on with what the first of a beat began. */
function belongs(event: GameEvent, first: GameEvent): boolean {
  if (first.kind === 'base scored') return AWARDS.has(event.kind);
  // What the rules do once a base has scored; what a card does there is a thing of its own.
  const clears = first.kind === 'after scoring' || first.kind === 'base left';
  return clears && event.by === null && CLEARING.has(event.kind);
}

/** How many events make the next beat: what is minor goes with what follows. 0: all are minor. */
export function beatLength(events: GameEvent[]): number {
  const start = events.findIndex(({ minor }) => !minor);
  const first = events[start];
  if (!first) return 0;
  let end = start + 1;
  for (let next = events[end]; next && belongs(next, first); next = events[end]) end += 1;
  return end;
}

/** The event that a beat is shown by: who won a base, else the last thing that happened. */
export function mainOf(beat: GameEvent[]): GameEvent | null {
  const told = beat.filter(({ minor }) => !minor);
  return told.find(({ kind }) => kind === 'base scored') ?? told.at(-1) ?? null;
}

/** How long it takes to read so many words and to look at so many things. */
export function readingTime(words: number, things: number): number {
  return Math.max(LEAST, words * WORD + Math.max(0, things - 1) * THING);
}

export function wordsIn(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}

/** What a player took at a base that scored. */
export interface Taken {
  seat: SeatNumber;
  /** 0 is the first. */
  rank: number;
  power: number;
  vp: number;
}

/** A base that is being scored. */
export interface Scoring {
  place: Key;
  base: Named;
  taken: Taken[];
}

/** The scoring that a beat tells of, if it does. */
export function scoringIn(beat: GameEvent[]): Scoring | null {
  const awards = beat.filter(({ kind }) => kind === 'base scored');
  const first = awards[0];
  if (!first?.card || !first.place) return null;
  const gained = (seat: SeatNumber) =>
    beat
      .filter((event) => event.kind === 'victory points' && event.seat === seat)
      .reduce((sum, { amount }) => sum + amount, 0);
  const taken = awards.flatMap(({ seat, rank, power }) =>
    seat === null ? [] : [{ seat, rank: rank ?? 0, power: power ?? 0, vp: gained(seat) }],
  );
  return { place: first.place, base: first.card, taken };
}
