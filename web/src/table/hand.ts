/** How a hand is shown: in which order, and which of its cards with all their words. */
import { cards } from '$lib/catalogue.svelte';
import type { Key, Named } from '$lib/protocol';
import { settings } from '$lib/settings.svelte';

/** The strongest minions first, then actions. */
export function handInOrder(hand: Named[]): Named[] {
  if (!settings.sortHand) return hand;
  return [...hand].sort((a, b) => rank(a.name) - rank(b.name) || a.name.localeCompare(b.name));
}

function rank(name: string): number {
  const def = cards.find(name)?.def;
  return def?.type === 'minion' ? 100 - (def.power ?? 0) : 1000;
}

/**
 * Which cards show their spine so that a row that is too wide by `over` has room: those that take
 * the most, so that as many as possible keep their words.
 */
export function spinesOf(
  cards: { key: Key; width: number }[],
  spine: number,
  over: number,
): Set<Key> {
  const turned = new Set<Key>();
  let left = over;
  for (const { key, width } of [...cards].sort((a, b) => b.width - a.width)) {
    if (left <= 0) break;
    turned.add(key);
    left -= width - spine;
  }
  return turned;
}
