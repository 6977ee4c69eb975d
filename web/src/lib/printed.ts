/** What is printed on the cards of the catalogue, for laying out their faces. */
import { cards } from './catalogue.svelte';
import type { Printed } from './face';
import { strings } from './strings';

export function printedOn(name: string): Printed {
  const known = cards.find(name);
  if (!known) return { name, words: '', foot: [] };
  const { def, faction } = known;
  const kind = strings.common[def.type];
  const foot = [`${faction} · ${kind}`, kind]; // colour and emblem tell the faction too
  const awards = def.type === 'base' ? strings.table.gains(def.vp.join(' · ')) : undefined;
  return { name, words: def.text, foot, awards };
}
