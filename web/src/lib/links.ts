/** Links that people send each other, whole or in part, and what they lead to. */
import { api } from './api';
import { href, parseHash, type Route } from './router.svelte';

const SHARED = new Set(['room', 'watch', 'replay', 'play', 'seat', 'challenge', 'puzzle']);

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

/** Whether a host is the very machine, wherever it is asked for. */
export function isThisMachine(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);
}

/**
 * A link of this page as other devices can open it. Where the page was opened by an address that
 * leads nowhere else, the server is asked for another; null: only this machine can reach it.
 */
export async function reachable(link: string): Promise<string | null> {
  if (!isThisMachine(location.hostname)) return link;
  const { addresses } = await api.reach();
  const [address] = addresses;
  return address === undefined ? null : `${address}/${link.slice(link.indexOf('#'))}`;
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
