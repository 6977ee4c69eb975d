/** The colours of each faction, as the catalogue has them. */
import { cards } from './catalogue.svelte';

export interface Scheme {
  /** Dark: ink on a cream card, and cream words stand on it. */
  ink: string;
  /** Light: stands on the dark table. */
  bright: string;
  /** A pale wash on a card; `ink` and black stand on it. */
  soft: string;
}

const PLAIN: Scheme = { ink: '#3f3a31', bright: '#d8cfbb', soft: '#ebe4d3' };

/** A faction's colours; plain ones for what belongs to none, and until the catalogue is there. */
export function factionScheme(faction: string): Scheme {
  return cards.faction(faction) ?? PLAIN;
}
