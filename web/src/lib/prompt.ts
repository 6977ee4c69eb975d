/** What a decision asks: the sentence is its key in every language, the values are filled in. */
import type { Decision } from './protocol';

type Question = Pick<Decision, 'prompt' | 'values'>;

export function promptOf({ prompt, values }: Question): string {
  return prompt.replace(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap));
}
