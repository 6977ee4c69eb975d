/** What the server refuses, in the language that is spoken. */
import { ENGLISH, language } from './language';
import type { ErrorWords } from './protocol';
import { strings } from './strings';

/** The server's own words where they are of this language, or where this language has none. */
export function toldHere<T extends Pick<ErrorWords, 'code' | 'message' | 'next'>>(error: T): T {
  const { code } = error;
  const known =
    language() === ENGLISH
      ? undefined
      : (strings.errors.codes[code] ?? strings.pages.room.codes[code]);
  return known ? { ...error, message: known[0], next: known[1] } : error;
}
