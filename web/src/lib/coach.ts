/**
 * The coach of the first game. It does not follow a script: each remark has a moment at which it
 * makes sense, and is made once, the first time that moment comes. So a player may do anything.
 */
import type { BaseView, Decision, EventKind, GameEvent, View } from './protocol';

/** What the coach looks at. */
export interface Scene {
  view: View;
  log: GameEvent[];
  decision: Decision | null;
  seat: number;
  /** Whether events are still being shown. */
  busy: boolean;
}

export interface Mark {
  /** The name of its words. */
  id: string;
  /** What it points at, as a selector; the first that is on the screen. */
  at: string[];
  when: (scene: Scene) => boolean;
  /** Answering the question makes it out of date. */
  fleeting?: boolean;
}

const NEAR = 0.6; // of the breakpoint

const happened = (kind: EventKind, mine: boolean) => (scene: Scene) =>
  scene.log.some((event) => event.kind === kind && (event.seat === scene.seat) === mine);
const ever = (kind: EventKind) => (scene: Scene) => scene.log.some((event) => event.kind === kind);
const bases = (scene: Scene) => scene.view.public.bases;
const near = (base: BaseView) => !base.ready && base.total >= base.breakpoint * NEAR;
const playing = ({ decision }: Scene) => decision?.kind === 'play';
const canPlay = (scene: Scene) =>
  playing(scene) && !!scene.decision?.options.some(({ verb }) => verb === 'play');
const myMinionPlayed = happened('minion played', true);

const BOARD = ['.board'];
const PROMPT = ['.prompt'];
const HAND = ['.hand'];
const PLAYERS = ['.players'];

/** In the order in which they would be made, were all moments there at once. */
export const MARKS: Mark[] = [
  { id: 'welcome', at: BOARD, when: () => true },
  { id: 'turn', at: ['.plays', ...PROMPT], when: playing },
  { id: 'hand', at: HAND, when: canPlay, fleeting: true },
  { id: 'power', at: BOARD, when: myMinionPlayed },
  { id: 'ability', at: PROMPT, when: ({ decision }) => asks(decision, 'choose', 'yes_no') },
  {
    id: 'action',
    at: HAND,
    when: (scene) => myMinionPlayed(scene) && canPlay(scene),
    fleeting: true,
  },
  {
    id: 'end',
    at: ['.end', ...PROMPT],
    when: (scene) => playing(scene) && !canPlay(scene),
    fleeting: true,
  },
  { id: 'ready', at: BOARD, when: (scene) => bases(scene).some(({ ready }) => ready) },
  { id: 'window', at: PROMPT, when: ({ decision }) => asks(decision, 'window') },
  { id: 'scoring', at: BOARD, when: ever('base scored') },
  { id: 'points', at: PLAYERS, when: ({ view }) => view.public.players.some(({ vp }) => vp > 0) },
  {
    id: 'discard',
    at: PROMPT,
    when: ({ decision, view }) => decision !== null && view.public.phase === 'draw',
  },
  { id: 'breakpoint', at: BOARD, when: (scene) => bases(scene).some(near) },
  { id: 'destroyed', at: BOARD, when: ever('minion destroyed') },
  { id: 'ongoing', at: BOARD, when: (scene) => bases(scene).some(holdsAction) },
  { id: 'bot', at: ['[role=log]', ...PLAYERS], when: happened('turn ended', false) },
];

/** The last remark: nothing else matters then. */
export const OVER: Mark = {
  id: 'over',
  at: [],
  when: ({ view }) => view.public.phase === 'over',
};

/** The remark to make now, or null: the first whose moment it is and which was not made. */
export function nextMark(scene: Scene, made: ReadonlySet<string>): Mark | null {
  if (OVER.when(scene)) return made.has(OVER.id) ? null : OVER;
  if (scene.busy || made.has(OVER.id)) return null;
  return MARKS.find((mark) => !made.has(mark.id) && mark.when(scene)) ?? null;
}

function asks(decision: Decision | null, ...kinds: Decision['kind'][]): boolean {
  return decision !== null && kinds.includes(decision.kind);
}

function holdsAction(base: BaseView): boolean {
  return base.actions.length > 0 || base.minions.some(({ actions }) => actions.length > 0);
}
