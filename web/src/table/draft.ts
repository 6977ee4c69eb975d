/** Choosing factions by turns: one each in the order of play, then a second each the other way. */

export interface Pick {
  seat: number;
  /** What was taken; null: not yet. */
  faction: string | null;
}

/** All picks in their order, those that were made with what was taken. */
export function picksOf(first: number, taken: string[][]): Pick[] {
  const seats = taken.map((_, n) => (first + n) % taken.length);
  return [...seats, ...seats.toReversed()].map((seat, n) => ({
    seat,
    faction: taken[seat]?.[n < seats.length ? 0 : 1] ?? null,
  }));
}
