/** What is printed on the cards of the catalogue, for laying out their faces. */
import { cards } from './catalogue.svelte';
import type { Printed } from './face';
import { strings } from './strings';

export function printedOn(name: string): Printed {
  const known = cards.find(name);
  if (!known) return { name, words: '', foot: [] };
  const { def, faction } = known;
  const foot = [`${faction} · ${strings.common[def.type]}`, faction];
  return { name, words: def.text, foot };
}
