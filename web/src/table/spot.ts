/** Where a card is shown large: beside what is pointed at, never over what is asked about. */

export interface Spot {
  left: number;
  top: number;
  width: number;
  height: number;
}

const WIDEST = 22; // in multiples of the text size
const MARGIN = 8;
const ASKED = 10; // what is asked about counts so much more than what is pointed at

/** The best spot while that element is pointed at; null: there is none that covers nothing. */
export function spotFor(at: Element, root: ParentNode = document): Spot | null {
  const rooms = [...root.querySelectorAll<HTMLElement>('[data-zoom]')]
    .sort((a, b) => Number(a.dataset.zoom) - Number(b.dataset.zoom)) // the first choice first
    .flatMap(sides);
  const asked = [...root.querySelectorAll('[data-lit], [data-picked]')].map(seenOf);
  const covered = (spot: Spot) => asked.reduce((sum, box) => sum + overlap(spot, box), 0);
  const cost = (spot: Spot) => overlap(spot, boxOf(at)) + ASKED * covered(spot);
  const best = rooms.sort((a, b) => cost(a) - cost(b))[0];
  return best && covered(best) === 0 ? best : null;
}

/** A room that is as wide as a card is one spot; a wider one has one at either side. */
function sides(room: HTMLElement): Spot[] {
  const { left, top, width, height } = room.getBoundingClientRect();
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const wide = Math.min(width, WIDEST * rem) - 2 * MARGIN;
  const spot = { left: left + MARGIN, top: top + MARGIN, width: wide, height: height - 2 * MARGIN };
  const right = { ...spot, left: left + width - MARGIN - wide };
  return width > 1.5 * WIDEST * rem ? [right, spot] : [spot];
}

function boxOf(element: Element): Spot {
  return element.getBoundingClientRect();
}

/** The part of an element that is in sight: what a row of bases has scrolled away lies nowhere. */
function seenOf(element: Element): Spot {
  let seen = boxOf(element);
  for (let around = element.parentElement; around; around = around.parentElement)
    if (getComputedStyle(around).overflowX !== 'visible') seen = common(seen, boxOf(around));
  return seen;
}

function common(a: Spot, b: Spot): Spot {
  const left = Math.max(a.left, b.left);
  const top = Math.max(a.top, b.top);
  const width = Math.max(0, Math.min(a.left + a.width, b.left + b.width) - left);
  const height = Math.max(0, Math.min(a.top + a.height, b.top + b.height) - top);
  return { left, top, width, height };
}

function overlap(a: Spot, b: Spot): number {
  const { width, height } = common(a, b);
  return width * height;
}
