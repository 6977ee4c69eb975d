/** Each faction's colours: `ink` readable on cream, `soft` a wash over the card's head. */
export interface Scheme {
  ink: string;
  soft: string;
}

const PLAIN: Scheme = { ink: '#2b2f36', soft: 'rgb(120 120 120 / 14%)' };

const SCHEMES: Record<string, Scheme> = {};

export function factionScheme(faction: string): Scheme {
  return SCHEMES[faction] ?? PLAIN;
}
