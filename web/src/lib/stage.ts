/** Which cards are on the stage: those that are being carried out. */
import { cards } from './catalogue.svelte';
import type { Decision, EventKind, GameEvent, Key, Named, SeatNumber } from './protocol';

export interface Staged {
  key: Key;
  name: string;
  /** Who played or uses it. */
  seat: SeatNumber | null;
  /** An action that is still being carried out: whatever comes next was set off by it. */
  open: boolean;
}

const PLAYED: ReadonlySet<EventKind> = new Set([
  'minion played',
  'action played',
  'card uncovered',
]);
const DONE: ReadonlySet<EventKind> = new Set([
  'phase',
  'turn started',
  'turn ended',
  'before scoring',
  'base scored',
  'game over',
]);

/** The stage once an event has happened. */
export function stageAfter(stage: Staged[], event: GameEvent): Staged[] {
  if (DONE.has(event.kind)) return stage.length > 0 ? [] : stage;
  const { card, by } = event;
  if (card && PLAYED.has(event.kind)) {
    const open = event.kind === 'action played' && event.place === null;
    return joined(stage, { ...card, seat: event.seat, open });
  }
  // An action that goes to the discard pile by no card's doing has been carried out.
  if (card && event.kind === 'discarded' && by === null) {
    return stage.map((one) => (one.key === card.key ? { ...one, open: false } : one));
  }
  // Also a card that does something to itself: one that is discarded for its effect, a talent.
  if (!by || stage.some(({ key }) => key === by.key)) return stage;
  return isBase(by) ? stage : joined(stage, { ...by, seat: event.by_seat, open: false });
}

/** The stage while a question waits: the card that asks is the one to read. */
export function stageAsked(
  stage: Staged[],
  decision: Decision | null,
  seat: SeatNumber | null,
): Staged[] {
  if (!decision) return stage;
  if (decision.kind === 'play') return [];
  const source = decision.source;
  if (!source || isBase(source)) return stage;
  const there = stage.find(({ key }) => key === source.key);
  return there
    ? [...stage.filter((one) => one !== there), there]
    : joined(stage, { ...source, seat, open: false });
}

/** Beside what set it off; everything else is done. */
function joined(stage: Staged[], card: Staged): Staged[] {
  return [...stage.filter(({ key, open }) => open && key !== card.key), card];
}

function isBase({ name }: Named): boolean {
  return cards.find(name)?.def.type === 'base';
}
