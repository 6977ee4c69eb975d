/** Icons by card, base or faction name, loaded a faction at a time when first shown. */
import { SvelteMap } from 'svelte/reactivity';
import { api } from './api';
import { cards } from './catalogue.svelte';
import type { Catalogue } from './protocol';

/** The side of the square in which the paths are drawn. */
export const ICON_SIZE = 512;

const paths = new SvelteMap<string, string>();
const asked = new Map<string, Promise<void>>();

/**
 * The path of a thing's icon, drawn in a square of `ICON_SIZE`; empty while it is being loaded
 * (a component that reads it is drawn again when it is there) and for a thing that has none.
 */
export function iconFor(name: string): string {
  const path = paths.get(name);
  if (path === undefined) void loadIcons(name);
  return path ?? '';
}

/** Loads the icons a thing's icon is among; a load that failed is tried again by the next reader. */
export async function loadIcons(name: string): Promise<void> {
  try {
    const address = addressOf(await cards.load(), name);
    if (address !== undefined) await load(address);
  } catch {
    // Without its icon a thing still has its name.
  }
}

/** Where the icon of a thing is: emblems together, cards and bases by faction. */
function addressOf(all: Catalogue, name: string): string | undefined {
  return cards.faction(name) ? all.emblems : cards.faction(cards.factionOf(name))?.icons;
}

function load(address: string): Promise<void> {
  const loading =
    asked.get(address) ??
    api.icons(address).then(
      (icons) => {
        for (const [thing, path] of Object.entries(icons)) paths.set(thing, path);
      },
      (error) => {
        asked.delete(address);
        throw error;
      },
    );
  asked.set(address, loading);
  return loading;
}
