/** How much room words need, measured before they are drawn: so none is ever cut. */

/** `plain`: what cards say; `display`: what they are called. */
export type Lettering = 'plain' | 'display';

/** In pixels. Words are never set smaller, whatever the room. */
export const SMALLEST = 12;
/** The height of a line, as a part of the size. */
export const LEADING: Record<Lettering, number> = { plain: 1.25, display: 1.05 };

const FONTS: Record<Lettering, string> = { plain: '100px Inter', display: '100px Bangers' };
const SPACING: Record<Lettering, number> = { plain: 0, display: 0.02 };
const SAFETY = 1.015; // for what the browser rounds
const STEP = 0.5;

export type Measure = (text: string, lettering: Lettering) => number;

/** A text that was measured: its words and a space, at size 1. */
interface Measured {
  words: number[];
  space: number;
}

const measured = new Map<string, Measured>();
// Counts the loads of fonts: what was measured before one came is measured again.
let loaded = $state(0);
globalThis.document?.fonts?.addEventListener('loadingdone', () => {
  measured.clear();
  loaded += 1;
});

/** How often a font has come; who measures what is drawn measures again then. */
export function fontsLoaded(): number {
  return loaded;
}

let pen: CanvasRenderingContext2D | null = null;
let measure: Measure = (text, lettering) => {
  pen ??= document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
  pen.font = FONTS[lettering];
  return pen.measureText(text).width / 100;
};

/** Has texts measured by something else, where there is no browser to ask. */
export function measureBy(other: Measure): void {
  measure = other;
  measured.clear();
}

/** The width of a text in one line, at size 1. */
export function widthOf(text: string, lettering: Lettering = 'plain'): number {
  return (measure(text, lettering) + text.length * SPACING[lettering]) * SAFETY;
}

function measuredIn(text: string, lettering: Lettering): Measured {
  const key = `${lettering} ${text}`;
  let found = measured.get(key);
  if (!found) {
    const words = text.split(/\s+/).map((word) => widthOf(word, lettering));
    found = { words, space: widthOf(' ', lettering) };
    measured.set(key, found);
  }
  return found;
}

/** How many lines a text takes; infinitely many where one of its words is wider than a line. */
export function linesIn(text: string, width: number, size: number, lettering: Lettering): number {
  const { words, space } = measuredIn(text, lettering);
  const room = width / size;
  let lines = 1;
  let used = 0;
  for (const word of words) {
    if (word > room) return Number.POSITIVE_INFINITY;
    const longer = used === 0 ? word : used + space + word;
    if (longer > room) lines += 1;
    used = longer > room ? word : longer;
  }
  return lines;
}

/** The height of a text in a width. */
export function heightOf(text: string, width: number, size: number, lettering: Lettering): number {
  return linesIn(text, width, size, lettering) * size * LEADING[lettering];
}

export interface Room {
  width: number;
  height: number;
}

/** The largest size from `most` down at which a text fits into a room; 0 if it fits at none. */
export function fitText(
  text: string,
  { width, height }: Room,
  most: number,
  lettering: Lettering = 'plain',
  least = SMALLEST,
): number {
  void loaded; // whoever asks is told again when a font has come
  for (let size = Math.max(most, least); size >= least; size -= STEP) {
    if (heightOf(text, width, size, lettering) <= height) return size;
  }
  return 0;
}
