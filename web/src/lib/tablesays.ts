/** What the table itself says in the chat, in the language that is spoken. */
import { gapsOf, type Saying } from './say';
import { strings } from './strings';

/** The server says it in English; a sentence that is not known here stays as it came. */
export function saidByTable(text: string): string {
  for (const saying of Object.values(strings.people.tableSays) as Saying[]) {
    const values = valuesIn(String(saying.english), text);
    if (values) return saying(...values);
  }
  return text;
}

/** What stands in the gaps of a sentence, in order; null: it is another sentence. */
function valuesIn(english: string, text: string): string[] | null {
  const plain = english.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  const pattern = gapsOf(english).reduce((sofar, gap) => sofar.replace(`{${gap}}`, '(.+)'), plain);
  return new RegExp(`^${pattern}$`).exec(text)?.slice(1) ?? null;
}
