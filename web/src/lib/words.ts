/** Words of the server: a sentence is its own key in every language, and has gaps to be filled. */
import type { SeatNumber, Words } from './protocol';

/** The words in English; `who` says what the player at a seat is called. */
export function fill(words: Words, who: (seat: SeatNumber) => string): string {
  return words.sentence.replace(/\{(\w+)\}/g, (gap, name: string) => {
    const seat = words.players?.[name];
    if (seat !== undefined) return who(seat);
    const value = words.values?.[name] ?? gap;
    return typeof value === 'object' ? fill(value, who) : String(value);
  });
}

/** As a sentence begins. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
