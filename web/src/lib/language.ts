/**
 * Which language is spoken. English is in the source; every other is a folder of files, named by
 * its code, in src/smashup/languages: what is there is found, and loaded only when it is chosen.
 */
import type { Catalogue, Term } from './protocol';
import { countIn, isSaying, type Template } from './say';
import { settings } from './settings.svelte';
import { strings } from './strings';
import { sayBy } from './words';

export const ENGLISH = 'en';

/** The words of the screens, in the shape of `strings`; what lacks stays English. */
export interface Screens {
  [name: string]: Template | Screens | (string | Screens | string[])[];
}

/** What a language says instead of the catalogue. */
export interface CatalogueWords {
  /** By faction, and in it by the name of the card or base. */
  cards: Record<string, Record<string, string>>;
  /** How each faction plays. */
  factions: Record<string, string>;
  editions: Record<string, string>;
  strengths: Record<string, { title: string; description: string }>;
  /** `forms`: how else the word appears on cards. */
  terms: Record<string, { word: string; forms: string[]; meaning: string }>;
}

const files = import.meta.glob<unknown>('../../../src/smashup/languages/*/*.json', {
  import: 'default',
});

/** Each language with its files by name. */
const folders = new Map<string, Map<string, () => Promise<unknown>>>();
for (const [path, load] of Object.entries(files)) {
  const [file = '', language = ''] = path.split('/').reverse();
  const folder = folders.get(language) ?? new Map();
  folders.set(language, folder.set(file.replace('.json', ''), load));
}

/** The codes of all languages, English first. */
export const LANGUAGES = [ENGLISH, ...[...folders.keys()].sort()];

/** What a language calls itself. */
export function ownName(language: string): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
}

/** The first of the languages somebody reads that there is: `de-AT` is served by `de`. */
export function bestOf(wanted: readonly string[], there: readonly string[] = LANGUAGES): string {
  for (const tag of wanted) {
    const found =
      there.find((code) => code.toLowerCase() === tag.toLowerCase()) ??
      there.find((code) => code.toLowerCase() === tag.toLowerCase().split('-')[0]);
    if (found) return found;
  }
  return ENGLISH;
}

/** The language this player has chosen, or else the browser's. */
export function chosen(): string {
  return bestOf(settings.language ? [settings.language] : navigator.languages);
}

let spoken = ENGLISH;

/** The language of this page. */
export function language(): string {
  return spoken;
}

async function read<T>(code: string, file: string): Promise<T> {
  return ((await folders.get(code)?.get(file)?.()) ?? {}) as T;
}

/**
 * Lets the page speak a language, before anything of it is drawn; words that cannot be loaded stay
 * English. To change it later the page is loaded anew.
 */
export async function speak(code: string): Promise<void> {
  if (code === ENGLISH) return;
  const [screens, sentences] = await Promise.all([
    read<Screens>(code, 'screens'),
    read<Record<string, Template>>(code, 'sentences'),
  ]);
  spoken = code;
  document.documentElement.lang = code;
  countIn(code);
  sayBy(sentences);
  translate(strings, screens);
}

/** Puts the words of another language into the tree of words, as far as it has them. */
export function translate(tree: object, words: object): void {
  const there = tree as Record<string, unknown>;
  const given = words as Record<string, unknown>;
  for (const [name, own] of Object.entries(there)) {
    const other = given[name];
    if (other === undefined) continue;
    if (isSaying(own)) own.words = other as Template;
    else if (typeof own === 'string') there[name] = other;
    else if (own && typeof own === 'object') translate(own, other as object);
  }
}

/** A word of the rules as it is found on cards. */
export type SpokenTerm = Term & { forms?: string[] };

/** The catalogue as this page speaks it; the names on cards are those that are printed. */
export async function inThisLanguage(catalogue: Catalogue): Promise<Catalogue> {
  if (spoken === ENGLISH) return catalogue;
  const words = await read<Partial<CatalogueWords>>(spoken, 'catalogue');
  return said(catalogue, words);
}

export function said(catalogue: Catalogue, words: Partial<CatalogueWords>): Catalogue {
  const { cards = {}, factions = {}, editions = {}, strengths = {}, terms = {} } = words;
  return {
    ...catalogue,
    factions: catalogue.factions.map((faction) => {
      const own = cards[faction.name] ?? {};
      const text = <T extends { name: string; text: string }>(def: T): T => ({
        ...def,
        text: own[def.name] ?? def.text,
      });
      return {
        ...faction,
        plays: factions[faction.name] ?? faction.plays,
        cards: faction.cards.map(text),
        bases: faction.bases.map(text),
      };
    }),
    editions: catalogue.editions.map((edition) => ({
      ...edition,
      title: editions[edition.name] ?? edition.title,
    })),
    strengths: catalogue.strengths.map((known) => ({ ...known, ...strengths[known.name] })),
    terms: catalogue.terms.map((term): SpokenTerm => ({ ...term, ...terms[term.word] })),
  };
}
