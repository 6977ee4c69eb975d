/**
 * Choosing factions by turns: bans first, where the table has them, in the order of play; then one
 * faction each in that order, and a second each the other way round.
 */

export interface Pick {
  seat: number;
  ban: boolean;
  /** What was taken or banned; null: not yet. */
  faction: string | null;
}

/** All bans and picks in their order, those that were made with their factions. */
export function picksOf(
  first: number,
  bans: number,
  banned: string[][],
  taken: string[][],
): Pick[] {
  const seats = taken.map((_, n) => (first + n) % taken.length);
  const made = (from: string[][], ban: boolean, round: number) => (seat: number) => ({
    seat,
    ban,
    faction: from[seat]?.[round] ?? null,
  });
  return [
    ...Array.from({ length: bans }, (_, round) => seats.map(made(banned, true, round))).flat(),
    ...seats.map(made(taken, false, 0)),
    ...seats.toReversed().map(made(taken, false, 1)),
  ];
}
