/** Links that people send each other, whole or in part, and what they lead to. */
import { href, parseHash, type Route } from './router.svelte';

const SHARED = new Set(['room', 'watch', 'replay', 'play', 'seat']);

/** Where a pasted link leads, or null if it is no link of this table. */
export function readLink(text: string): Route | null {
  const hash = text.trim().replace(/^[^#]*#/, '');
  const route = parseHash(`#${hash}`);
  return SHARED.has(route.screen) && route.parts.length > 0 ? route : null;
}

/** The whole address of a screen, to be sent to somebody. */
export function fullLink(...parts: (string | number)[]): string {
  return `${location.origin}${location.pathname}${href(...parts)}`;
}

/** Puts a text on the clipboard; false where the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
