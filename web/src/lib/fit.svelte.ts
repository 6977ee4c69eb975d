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

const widths = new Map<string, number>();
// Counts the loads of fonts: what was measured before one came is measured again.
let loaded = $state(0);
globalThis.document?.fonts?.addEventListener('loadingdone', () => {
  widths.clear();
  loaded += 1;
});

let pen: CanvasRenderingContext2D | null = null;
let measure: Measure = (text, lettering) => {
  pen ??= document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
  pen.font = FONTS[lettering];
  return pen.measureText(text).width / 100;
};

/** Has texts measured by something else, where there is no browser to ask. */
export function measureBy(other: Measure): void {
  measure = other;
  widths.clear();
}

/** The width of a text in one line, at size 1. */
export function widthOf(text: string, lettering: Lettering = 'plain'): number {
  const key = `${lettering} ${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    width = (measure(text, lettering) + text.length * SPACING[lettering]) * SAFETY;
    widths.set(key, width);
  }
  return width;
}

/** How many lines a text takes; infinitely many where one of its words is wider than a line. */
export function linesIn(text: string, width: number, size: number, lettering: Lettering): number {
  const room = width / size;
  const space = widthOf(' ', lettering);
  let lines = 1;
  let used = 0;
  for (const word of text.split(/\s+/)) {
    const wide = widthOf(word, lettering);
    if (wide > room) return Number.POSITIVE_INFINITY;
    const with_it = used === 0 ? wide : used + space + wide;
    if (with_it > room) lines += 1;
    used = with_it > room ? wide : with_it;
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
