/** Icons by card, base or faction name, loaded a faction at a time when first shown. */

import { loaders, names } from 'virtual:icons';
import { SvelteMap } from 'svelte/reactivity';

/** The side of the square in which the paths are drawn. */
export const ICON_SIZE = 512;

const paths = new SvelteMap<string, string>();
const groupOf = new Map(
  Object.entries(names).flatMap(([group, things]) => things.map((thing) => [thing, group])),
);
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

/** Loads the group a thing's icon is in; a load that failed is tried again by the next reader. */
export function loadIcons(name: string): Promise<void> {
  const group = groupOf.get(name);
  const loader = group === undefined ? undefined : loaders[group];
  if (group === undefined || loader === undefined) return Promise.resolve();
  const loading =
    asked.get(group) ??
    loader().then(
      ({ default: icons }) => {
        for (const [thing, path] of Object.entries(icons)) paths.set(thing, path);
      },
      () => void asked.delete(group),
    );
  asked.set(group, loading);
  return loading;
}
