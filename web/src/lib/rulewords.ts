/** Finds the words of the rules in a card's text, so that they can be explained where they stand. */
import type { SpokenTerm } from './language';

export interface Stretch {
  text: string;
  term: SpokenTerm | null;
}

export function stretches(text: string, terms: SpokenTerm[]): Stretch[] {
  if (terms.length === 0) return [{ text, term: null }];
  const byWord = new Map(
    terms.flatMap((term) => formsOf(term).map((form) => [form.toLowerCase(), term])),
  );
  const words = [...byWord.keys()].sort((a, b) => b.length - a.length).map(literally);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${words.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  const found: Stretch[] = [];
  const explained = new Set<SpokenTerm>();
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    const term = byWord.get((match[1] ?? '').toLowerCase());
    if (!term || explained.has(term)) continue; // once in a text is enough
    explained.add(term);
    if (match.index > from) found.push({ text: text.slice(from, match.index), term: null });
    found.push({ text: match[0], term });
    from = match.index + match[0].length;
  }
  if (from < text.length) found.push({ text: text.slice(from), term: null });
  return found;
}

/** How a word appears: as its language says, or else as English does it. */
function formsOf({ word, forms }: SpokenTerm): string[] {
  return [word, ...(forms ?? ['s', 'ed', 'ing'].map((ending) => word + ending))];
}

function literally(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
