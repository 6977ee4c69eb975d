/** How large things are, so that everything at every base fits: all in CSS pixels. */
import type { BaseView } from '$lib/protocol';

export interface Space {
  height: number;
  /** The width of one base's column. */
  across: number;
  bases: BaseView[];
  /** The seats from the top row to the bottom one. */
  seats: number[];
  compact: boolean;
  /** The player's text size; 1 is 16 px. */
  scale: number;
}

export interface Sizes {
  base: number;
  /** The power bar, and what lies at bases besides minions. */
  between: number;
  piece: number;
  pieceWidth: number;
  /** The rows of the grid, as CSS. */
  rows: string;
}

/** A row in which nobody has a minion gives room to the others. */
const EMPTY_SHARE = 0.45;
const GAP = 5;
const ROW_PADDING = 13;

const within = (least: number, value: number, most: number) =>
  Math.floor(Math.max(least, Math.min(value, most)));

export function measure({ height, across, bases, seats, compact, scale }: Space): Sizes {
  const base = within(94 * scale, height * (seats.length > 2 ? 0.21 : 0.25), 180 * scale);
  const between = 28 * scale + lying(bases) * scale;
  const taken = seats.map((seat) =>
    bases.some((b) => b.minions.some((m) => m.controller === seat)),
  );
  const full = taken.filter(Boolean).length || seats.length;
  const shares = full + EMPTY_SHARE * (seats.length - full);
  const row = (height - base - between - GAP * seats.length - 20) / shares;
  const piece = within(
    48 * scale,
    Math.min(row - ROW_PADDING, (across - 40) * 0.6),
    (compact ? 104 : 132) * scale,
  );
  const share = (some: boolean) =>
    some || full === seats.length
      ? `minmax(${piece + ROW_PADDING}px, 1fr)`
      : `minmax(${Math.round(30 * scale)}px, ${EMPTY_SHARE}fr)`;
  const own = seats.length - 1;
  return {
    base,
    between,
    piece,
    pieceWidth: Math.max(Math.round(piece * 0.82), 66 * scale),
    rows: [
      ...taken.slice(0, own).map(share),
      `${base + between}px`,
      share(taken[own] ?? false),
    ].join(' '),
  };
}

function lying(bases: BaseView[]): number {
  if (bases.some((base) => base.buried.length > 0)) return 42;
  return bases.some((base) => base.actions.length > 0) ? 36 : 0;
}
