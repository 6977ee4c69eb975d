/** The duel that is on: who fights, and what was laid face down for it. */
import type { GameStore } from '$lib/game.svelte';
import type { Piece, SeatNumber } from '$lib/protocol';

/** The minions of the duel that are still in play. */
export function fightersOf({ view }: GameStore): Piece[] {
  const minions = view?.public.bases.flatMap((base) => base.minions) ?? [];
  return (view?.public.duel?.minions ?? [])
    .map((key) => minions.find((minion) => minion.key === key))
    .filter((piece) => piece !== undefined);
}

/** Who laid a card, and which, as far as that is known here. */
export function laidIn({ view }: GameStore): { seat: SeatNumber; name: string | null }[] {
  const names = view?.private.laid ?? [];
  return (view?.public.duel?.laid ?? []).map((seat, i) => ({ seat, name: names[i] ?? null }));
}
