/** Keys: which word a key means, and which thing lies next in a direction. */

export type Command =
  | { do: 'move'; dx: number; dy: number }
  | { do: 'number'; n: number }
  | { do: 'confirm' | 'cancel' | 'end' | 'skip' | 'undo' | 'hint' | 'help' | 'zoom' }
  | { do: 'list' | 'log' | 'chat' | 'discard' | 'hand' | 'catchUp' | 'goOn' | 'goBack' | 'hold' };

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const WORDS: Record<string, Exclude<Command['do'], 'move' | 'number'>> = {
  Enter: 'confirm',
  Escape: 'cancel',
  e: 'end',
  s: 'skip',
  z: 'undo',
  h: 'hint',
  '?': 'help',
  ' ': 'zoom',
  v: 'zoom',
  o: 'list',
  l: 'log',
  c: 'chat',
  d: 'discard',
  a: 'hand',
  f: 'catchUp',
  g: 'goOn',
  b: 'goBack',
  p: 'hold',
};

interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** What a key means at the table; null: nothing. */
export function commandOf(event: Pressed): Command | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const arrow = ARROWS[event.key];
  if (arrow) return { do: 'move', dx: arrow[0], dy: arrow[1] };
  if (/^[1-9]$/.test(event.key)) return { do: 'number', n: Number(event.key) };
  const word = WORDS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  return word ? { do: word } : null;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The index of the box that lies next in a direction; -1 if there is none. */
export function nextBox(from: Box, boxes: Box[], dx: number, dy: number): number {
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  boxes.forEach((box, index) => {
    const across = (box.left + box.right - from.left - from.right) / 2;
    const down = (box.top + box.bottom - from.top - from.bottom) / 2;
    const along = across * dx + down * dy;
    const aside = Math.abs(dx === 0 ? across : down);
    if (along <= 4) return;
    // Sideways counts double: the next one in the row comes before one a row further.
    const far = along + 2 * aside;
    if (far < least) {
      least = far;
      best = index;
    }
  });
  return best;
}
