/** Icons by card, base or faction name, loaded a faction at a time when first shown. */
import { SvelteMap } from 'svelte/reactivity';

/** The side of the square in which the paths are drawn. */
export const ICON_SIZE = 512;

const paths = new SvelteMap<string, string>();

/** The path of a card's icon; empty until it is loaded (reading it in a component waits for it). */
export function iconFor(name: string): string {
  return paths.get(name) ?? '';
}
