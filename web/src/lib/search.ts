/** Finding cards and bases by words, faction, type and set. */
import type { BaseDef, CardDef, Catalogue } from './protocol';

export interface Found {
  def: CardDef | BaseDef;
  faction: string;
  set: string;
}

export interface Wanted {
  /** Each word must stand in the name, the faction, the words or the rulings. */
  words: string;
  faction: string;
  type: string;
  set: string;
}

export const ANYTHING: Wanted = { words: '', faction: '', type: '', set: '' };

/** Every card and base, in the order of the catalogue. */
export function everything(catalogue: Catalogue): Found[] {
  return catalogue.factions.flatMap(({ name, set, cards, bases }) =>
    [...cards, ...bases].map((def) => ({ def, faction: name, set })),
  );
}

/** Those that fit; the ones whose name holds the words come first. */
export function search(all: Found[], { words, faction, type, set }: Wanted): Found[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  const fits = all.filter(
    (one) =>
      (!faction || one.faction === faction) &&
      (!type || one.def.type === type) &&
      (!set || one.set === set) &&
      holds(`${one.def.name} ${one.faction} ${one.def.text} ${one.def.rulings.join(' ')}`, wanted),
  );
  if (wanted.length === 0) return fits;
  const named = (one: Found) => holds(one.def.name, wanted);
  return [...fits.filter(named), ...fits.filter((one) => !named(one))];
}

function holds(text: string, words: string[]): boolean {
  const plainText = plain(text);
  return words.every((word) => plainText.includes(word));
}

/** Lower case without accents or curly quotes, so that "uberserum" finds Überserum. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[’‘]/g, "'")
    .replace(/ß/g, 'ss')
    .toLowerCase();
}
