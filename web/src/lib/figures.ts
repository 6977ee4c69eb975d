/**
 * How often bots win with each faction, as `smashup lab report` found it (docs/laboratory.md).
 * Where its file is not there, nothing is shown.
 */
export interface Figures {
  /** Who played, and how many games. */
  players: string;
  games: number;
  /** The rate of each faction, and the ends of its 95 % interval. */
  factions: Record<string, number[]>;
  /** With which others it does better than both promise alone, where that is certain. */
  partners: Record<string, string[]>;
}

const files = import.meta.glob<Figures>('./figures.json', { eager: true, import: 'default' });

export const FIGURES: Figures | undefined = Object.values(files)[0];

/** The rate of a faction and its interval in per cent, for people; undefined where none is known. */
export function rateOf(
  faction: string,
  figures: Figures | undefined = FIGURES,
): { rate: string; low: string; high: string } | undefined {
  const [rate, low, high] = figures?.factions[faction] ?? [];
  if (rate === undefined || low === undefined || high === undefined) return undefined;
  const percent = (share: number) => (100 * share).toFixed(0);
  return { rate: percent(rate), low: percent(low), high: percent(high) };
}

/** Who goes well with a faction, the best first; nobody where that is not certain. */
export function partnersOf(faction: string, figures: Figures | undefined = FIGURES): string[] {
  return figures?.partners[faction] ?? [];
}
