/** The colours of each faction (icons/factions.json). */
import factions from '../../icons/factions.json';

export interface Scheme {
  /** Dark: ink on a cream card, and cream words stand on it. */
  ink: string;
  /** Light: stands on the dark table. */
  bright: string;
  /** A pale wash on a card; `ink` and black stand on it. */
  soft: string;
}

const PLAIN: Scheme = { ink: '#3f3a31', bright: '#d8cfbb', soft: '#ebe4d3' };

export const FACTION_NAMES: readonly string[] = Object.keys(factions);

/** A faction's colours; plain ones for what belongs to none. */
export function factionScheme(faction: string): Scheme {
  return (factions as Record<string, Scheme>)[faction] ?? PLAIN;
}
