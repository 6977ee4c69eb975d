/**
 * Sentences with gaps: written in English where they stand, said in the language that is spoken.
 * What varies is named in braces and given in the order in which English names it.
 */

/** A sentence, or one for each plural form of what is counted, by the names of Intl.PluralRules. */
export type Template = string | { [form: string]: string };
type Value = string | number;

/** The gaps of a template, in order. */
type Gaps<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? [Name, ...Gaps<Rest>]
  : [];
type Values<Names extends string[]> = { [At in keyof Names]: Value };
type Without<Names extends string[], Name> = Names extends [
  infer First extends string,
  ...infer Rest extends string[],
]
  ? First extends Name
    ? Without<Rest, Name>
    : [First, ...Without<Rest, Name>]
  : [];

/** Something that can be said, and in which words. */
export interface Saying<Given extends Value[] = Value[]> {
  (...values: Given): string;
  readonly english: Template;
  /** In the language that is spoken. */
  words: Template;
}

const GAP = /\{(\w+)\}/g;
/** The gaps by whose number a plural form is chosen. */
export const COUNTED = ['n', 'number'];

let plurals = new Intl.PluralRules('en');

/** From now on plural forms are those of this language. */
export function countIn(language: string): void {
  plurals = new Intl.PluralRules(language);
}

/** What is named in braces, each once. */
export function gapsOf(sentence: string): string[] {
  return [...new Set([...sentence.matchAll(GAP)].map(([, name]) => name ?? ''))];
}

/** The sentence of a template for what is counted. */
export function formOf(template: Template, given: (name: string) => unknown): string {
  if (typeof template === 'string') return template;
  const counted = COUNTED.map(given).find((value) => value !== undefined);
  return template[plurals.select(Math.abs(Number(counted)))] ?? template.other ?? '';
}

/** A name that ends a sentence may have a mark of its own, as `Yokai Attack!` has: one is enough. */
const CLOSED_TWICE = /([!?])\.$|(\?)\?$/;

/** A sentence with its gaps filled; a gap without a value stays as it is. */
export function fillIn(sentence: string, given: (name: string) => Value | undefined): string {
  const said = sentence.replace(GAP, (gap, name: string) => String(given(name) ?? gap));
  return said.replace(CLOSED_TWICE, '$1$2');
}

function saying(english: Template, names: string[]): Saying {
  const say = (...values: Value[]) => {
    const given = (name: string) => values[names.indexOf(name)];
    return fillIn(formOf(made.words, given), given);
  };
  const made: Saying = Object.assign(say, { english, words: english });
  return made;
}

/** A sentence, called with what goes into its gaps: `say('{who} has {n} cards')('Ann', 3)`. */
export function say<const T extends string>(english: T): Saying<Values<Gaps<T>>> {
  return saying(english, gapsOf(english)) as Saying<Values<Gaps<T>>>;
}

/** A sentence that counts something; the number comes first, then what else it names. */
export function count<const T extends string>(forms: {
  one: string;
  other: T;
}): Saying<[n: Value, ...Values<Without<Gaps<T>, 'n'>>]> {
  const names = ['n', ...gapsOf(forms.other).filter((name) => name !== 'n')];
  return saying(forms, names) as Saying<[n: Value, ...Values<Without<Gaps<T>, 'n'>>]>;
}

export function isSaying(value: unknown): value is Saying {
  return typeof value === 'function' && 'english' in value;
}
