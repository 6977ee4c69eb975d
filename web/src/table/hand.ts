/** A hand in the order in which it is shown: the strongest minions first, then actions. */
import { cards } from '$lib/catalogue.svelte';
import type { Named } from '$lib/protocol';
import { settings } from '$lib/settings.svelte';

export function handInOrder(hand: Named[]): Named[] {
  if (!settings.sortHand) return hand;
  return [...hand].sort((a, b) => rank(a.name) - rank(b.name) || a.name.localeCompare(b.name));
}

function rank(name: string): number {
  const def = cards.find(name)?.def;
  return def?.type === 'minion' ? 100 - (def.power ?? 0) : 1000;
}
