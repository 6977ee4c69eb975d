/** What lies in one row at a base, made to fit there: cards, smaller ones, or chips. */

/**
 * `card`: with a head, and words where they fit; `small`: the name below the picture; `plate`:
 * beside it; `chip`: picture and power; `dot`: power.
 */
export type Form = 'card' | 'small' | 'plate' | 'chip' | 'dot';

export interface Fit {
  form: Form;
  width: number;
  height: number;
  gap: number;
  /** The side of what is tucked beside a card. */
  tab: number;
  /** More than can lie there at all: the row is scrolled. */
  scrolls?: boolean;
}

export interface Room {
  width: number;
  height: number;
}

interface Sort {
  form: Form;
  /** In multiples of the text size. */
  least: Room;
  most: Room;
  /** At most so many times as high as wide, and as wide as high. */
  upright: number;
  broad: number;
  /** In how many lines they may lie. */
  lines: number;
}

function sort(
  form: Form,
  [width, height]: [number, number],
  [widest, highest]: [number, number],
  upright: number,
  broad: number,
  lines: number,
): Sort {
  const most = { width: widest, height: highest };
  return { form, least: { width, height }, most, upright, broad, lines };
}

const TARGET = 24; // a thing to point at is never smaller
const GAP = 0.2;
// From the best to the one that always goes.
const SORTS: Sort[] = [
  sort('card', [6.4, 5.4], [9.6, 13], 1.42, 1.2, 2),
  sort('small', [4.3, 3.4], [6.3, 7.5], 1.25, 1.3, 3),
  sort('plate', [7, 2], [9, 3.3], 0.6, 3.4, 2),
  sort('chip', [2.5, 1.5], [4.6, 2.3], 0.6, 2, 6),
  sort('dot', [1.5, 1.5], [1.9, 1.9], 1, 1, 8),
];

/** The form and size in which cards, each with so many tucked under it, fit into a row. */
export function fitRow(tucked: number[], room: Room, rem: number): Fit {
  for (const sort of SORTS) {
    const fits = Array.from({ length: sort.lines }, (_, more) =>
      inLines(sort, more + 1, tucked, room, rem),
    ).filter((fit) => fit !== null);
    const [largest] = fits.sort((a, b) => b.width * b.height - a.width * a.height);
    if (largest) return largest;
  }
  const side = Math.max(TARGET, Math.round(1.5 * rem));
  const gap = Math.round(GAP * rem);
  return { form: 'dot', width: side, height: side, gap, tab: side, scrolls: true };
}

function inLines(sort: Sort, lines: number, tucked: number[], room: Room, rem: number): Fit | null {
  const gap = Math.round(GAP * rem);
  const tab = Math.max(TARGET, Math.round(1.5 * rem));
  const perLine = Math.ceil(tucked.length / lines);
  const widthAt = (height: number) => {
    const beside = tucked.map((count) => tabsWidth(count, height, tab));
    const taken = Math.max(0, ...chunks(beside, perLine).map(sum)) + gap * (perLine - 1);
    const wide = (room.width - taken) / Math.max(perLine, 1);
    return Math.floor(Math.min(wide, sort.most.width * rem, height * sort.broad));
  };
  let height = Math.min((room.height - gap * (lines - 1)) / lines, sort.most.height * rem);
  let width = widthAt(height);
  // A lower card has more columns of tabs beside it, which take of its width, and so on.
  while (height > width * sort.upright && width > 0) {
    height = Math.min(height - 1, width * sort.upright);
    width = widthAt(height);
  }
  if (width < Math.max(sort.least.width * rem, TARGET)) return null;
  if (height < Math.max(sort.least.height * rem, TARGET)) return null;
  return { form: sort.form, width, height: Math.floor(height), gap, tab };
}

/** The width that so many tucked cards take beside a card of this height. */
export function tabsWidth(count: number, height: number, tab: number): number {
  const high = Math.max(1, Math.floor((height + 2) / (tab + 2)));
  return Math.ceil(count / high) * (tab + 2);
}

function chunks<T>(list: T[], size: number): T[][] {
  const found: T[][] = [];
  for (let i = 0; i < list.length; i += Math.max(size, 1)) found.push(list.slice(i, i + size));
  return found;
}

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
