/**
 * Between two views lie several events. While they are shown one by one, each brings just the
 * cards it is about to where the newer view has them.
 */
import type { BaseView, GameEvent, Key, Named, Piece, PrivateView, PublicView } from './protocol';

const PLAYED: ReadonlySet<GameEvent['kind']> = new Set(['minion played', 'action played']);
const SCORES: ReadonlySet<GameEvent['kind']> = new Set(['before scoring', 'base scored']);

export function settle(drawn: PublicView, newer: PublicView, event: GameEvent): PublicView {
  const about = [event.card, ...event.cards].filter((card) => card !== null);
  let bases = event.kind === 'base entered' ? entered(drawn, newer, event) : drawn.bases;
  for (const { key } of about) bases = settleCard(bases, newer.bases, key);
  if (event.kind === 'victory points' && event.seat !== null) {
    const seat = event.seat;
    const players = drawn.players.map((player, i) =>
      i === seat ? { ...player, vp: newer.players[i]?.vp ?? player.vp } : player,
    );
    return { ...drawn, bases, players };
  }
  if (event.kind === 'turn started' && event.seat !== null) {
    return { ...drawn, bases, turn: event.seat, phase: 'start', plays: [] };
  }
  if (PLAYED.has(event.kind) && newer.turn_number === drawn.turn_number) {
    return { ...drawn, bases, plays: newer.plays };
  }
  if (SCORES.has(event.kind)) return { ...drawn, bases, phase: 'score' };
  if (event.kind === 'duel ended') return { ...drawn, bases, duel: null };
  return bases === drawn.bases ? drawn : { ...drawn, bases };
}

/** A base that comes takes the position of the one that left. */
function entered(drawn: PublicView, newer: PublicView, event: GameEvent): BaseView[] {
  const at = newer.bases.findIndex(({ key }) => key === event.place);
  const base = newer.bases[at];
  if (!base || drawn.bases.some(({ key }) => key === base.key)) return drawn.bases;
  const before = drawn.bases[at];
  const left = before && !newer.bases.some(({ key }) => key === before.key) ? 1 : 0;
  return drawn.bases.toSpliced(at, left, base);
}

const INTO_HAND: ReadonlySet<GameEvent['kind']> = new Set(['drawn', 'returned']);

/** A seat's own part, with the cards that an event brought into the hand and without those it took. */
export function settleHand(drawn: PrivateView, newer: PrivateView, event: GameEvent): PrivateView {
  const about = [event.card, ...event.cards].map((card) => card?.key);
  const has = (hand: Named[], key: Key) => hand.some((card) => card.key === key);
  const comes = newer.hand.filter(
    ({ key }) => INTO_HAND.has(event.kind) && about.includes(key) && !has(drawn.hand, key),
  );
  const stays = drawn.hand.filter(({ key }) => !about.includes(key) || has(newer.hand, key));
  if (comes.length === 0 && stays.length === drawn.hand.length) return drawn;
  return { ...drawn, hand: [...stays, ...comes] };
}

/** Takes a minion or an action at a base away from where it was drawn and lays it where it is. */
function settleCard(drawn: BaseView[], newer: BaseView[], key: Key): BaseView[] {
  const target = newer.find((base) => holds(base, key));
  if (target && !drawn.some((base) => base.key === target.key)) return drawn;
  return drawn.map((base) => {
    if (base.key !== target?.key) {
      const now = newer.find((other) => other.key === base.key);
      return holds(base, key) ? counted(remove(base, key), now) : base;
    }
    const laid = holds(base, key) ? renew(base, target, key) : insert(base, target, key);
    return counted(laid, target);
  });
}

/** Once the same minions lie there as in the newer view, its numbers hold. */
function counted(base: BaseView, newer: BaseView | undefined): BaseView {
  const keys = ({ minions }: BaseView) => minions.map(({ key }) => key).join();
  if (!newer || keys(base) !== keys(newer)) return base;
  const { total, ready, powers, awards, breakpoint, breakpoint_parts } = newer;
  return { ...base, total, ready, powers, awards, breakpoint, breakpoint_parts };
}

const holds = (base: BaseView, key: Key) =>
  base.minions.some((piece) => piece.key === key) ||
  base.actions.some((piece) => piece.key === key);

const leave = (pieces: Piece[], key: Key) => pieces.filter((piece) => piece.key !== key);

function remove(base: BaseView, key: Key): BaseView {
  return { ...base, minions: leave(base.minions, key), actions: leave(base.actions, key) };
}

/** A piece that stays where it is, with its newer power, counters and actions. */
function renew(base: BaseView, newer: BaseView, key: Key): BaseView {
  const fresh = (pieces: Piece[], from: Piece[]) =>
    pieces.map((piece) =>
      piece.key === key ? (from.find((other) => other.key === key) ?? piece) : piece,
    );
  return {
    ...base,
    minions: fresh(base.minions, newer.minions),
    actions: fresh(base.actions, newer.actions),
  };
}

function insert(base: BaseView, newer: BaseView, key: Key): BaseView {
  const minion = newer.minions.find((piece) => piece.key === key);
  if (minion) return { ...base, minions: [...base.minions, minion] };
  const action = newer.actions.find((piece) => piece.key === key);
  return action ? { ...base, actions: [...base.actions, action] } : base;
}
