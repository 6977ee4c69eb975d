/** The address after `#` decides the screen: it stays in the browser, so it may hold secrets. */

export interface Route {
  /** The first part: `''` (start), `room`, `play`, `watch`, `cards`, `replay`, `credits`, `learn`… */
  screen: string;
  /** The parts after it, decoded. */
  parts: string[];
}

export function parseHash(hash: string): Route {
  const [screen = '', ...parts] = hash.replace(/^#\/?/, '').split('/').map(decode);
  return { screen, parts: parts.filter((part) => part !== '') };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address of a screen, for links: `href('room', id, invite)`. */
export function href(...parts: (string | number)[]): string {
  return `#/${parts.map((part) => encodeURIComponent(String(part))).join('/')}`;
}

class Router {
  route = $state<Route>(parseHash(location.hash));

  constructor() {
    addEventListener('hashchange', () => {
      this.route = parseHash(location.hash);
    });
  }

  go(...parts: (string | number)[]): void {
    location.hash = href(...parts);
  }

  /** Changes the address without a new entry in the history (for a scrubber, say). */
  replace(...parts: (string | number)[]): void {
    history.replaceState(null, '', href(...parts));
    this.route = parseHash(location.hash);
  }
}

export const router = new Router();
