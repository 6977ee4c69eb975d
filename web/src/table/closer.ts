/** What is told of a card that is looked at closely: as it is now, also while one looks. */
import { cards } from '$lib/catalogue.svelte';
import type { GameStore } from '$lib/game.svelte';
import type { BaseView, Key, Part, Piece, SeatNumber } from '$lib/protocol';
import { strings } from '$lib/strings';
import { whoIs } from './who';

const words = strings.table;

/** Numbers that come about by addition. */
export interface Sum {
  title: string;
  parts: Part[];
  total: number;
}

export interface Award {
  position: number;
  seats: SeatNumber[];
  vp: number[];
  /** All of that as a line. */
  line: string;
}

/** The power of a minion or the breakpoint of a base in parts; null: it is as printed. */
export function sumOf(store: GameStore, key: Key): Sum | null {
  const base = baseOf(store, key);
  if (base) {
    const { breakpoint: total, breakpoint_parts: parts } = base;
    return parts.length > 1 ? { title: words.breakpoint, parts, total } : null;
  }
  const minion = minionOf(store, key);
  if (minion?.power === undefined || !minion.parts) return null;
  return { title: words.power, parts: minion.parts, total: minion.power };
}

/** The three awards; those nobody would take now are shown with their printed worth. */
export function awardsAt(store: GameStore, base: BaseView): Award[] {
  const def = cards.find(base.name)?.def;
  const printed = def?.type === 'base' ? def.vp : [];
  return [0, 1, 2].map((position) => {
    const award = base.awards.find((one) => one.position === position);
    const seats = award?.seats ?? [];
    const vp = award && award.vp.length > 0 ? award.vp : [printed[position] ?? 0];
    const takers = seats.map((seat) => `${whoIs(store, seat)} (${base.powers[seat] ?? 0})`);
    const line = words.award(
      words.awardNames[position] ?? '',
      takers.join(', ') || words.nobody,
      [...new Set(vp)].join(', '),
    );
    return { position, seats, vp, line };
  });
}

/** The base of that key, if it is one. */
export function baseOf(store: GameStore, key: Key): BaseView | undefined {
  return store.view?.public.bases.find((base) => base.key === key);
}

function minionOf(store: GameStore, key: Key): Piece | undefined {
  return store.view?.public.bases
    .flatMap((base) => base.minions)
    .find((minion) => minion.key === key);
}
