/** Words of the server: a sentence is its own key in every language, and has gaps to be filled. */
import type { SeatNumber, Words } from './protocol';
import { fillIn, formOf, type Template } from './say';

/** Sentences of the language that is spoken, by those of the server; what lacks is English. */
let sentences: Record<string, Template> = {};

/** From now on the server's sentences are said by these. */
export function sayBy(known: Record<string, Template>): void {
  sentences = known;
}

/** The words in the language that is spoken; `who` says what the player at a seat is called. */
export function fill(words: Words, who: (seat: SeatNumber) => string): string {
  const given = (name: string) => {
    const seat = words.players?.[name];
    if (seat !== undefined) return who(seat);
    const value = words.values?.[name];
    return typeof value === 'object' ? fill(value, who) : value;
  };
  const template = Object.hasOwn(sentences, words.sentence)
    ? (sentences[words.sentence] ?? words.sentence)
    : words.sentence;
  return fillIn(formOf(template, given), given);
}

/** As a sentence begins. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
