/**
 * How the room of the board is shared: by its size and the number of seats alone, never by what
 * lies there, so that nothing shifts while a game goes on. All in CSS pixels.
 */

export interface Space {
  width: number;
  height: number;
  /** The size of text: 16 where nothing was changed. */
  rem: number;
  bases: number;
  seats: number;
}

export interface Plan {
  /** One base at a time, because all of them side by side have no room. */
  focus: boolean;
  /** The others' rows beside each other instead of one above the other. */
  abreast: boolean;
  /** The width of a base's column. */
  column: number;
  base: number;
  /** The height of each other player's row, and of one's own. */
  row: number;
  own: number;
  /** The height of the power bar. */
  bar: number;
  gap: number;
}

/** In multiples of the text size; nothing is lower than a finger needs. */
const COLUMN = 12;
const BASE = { least: 5.9, most: 12.5, share: 0.31, alone: 0.34 }; // alone: against one other
const BAR = { high: 1.2, share: 0.075, least: 16 };
const ROW = { least: 2.6, roomy: 4.6, share: 0.19 };
const FINGER = 44;
const GAP = 0.35;
/** One's own cards are looked at most. */
const OWN = 1.15;
/** Fewer columns in sight than that, and one base fills the board instead. */
const COLUMNS_IN_SIGHT = 2.3;

export function planFor({ width, height, rem, bases, seats }: Space): Plan {
  const gap = Math.round(GAP * rem);
  const others = Math.max(seats - 1, 1);
  const least = Math.max(Math.min(ROW.least * rem, height * ROW.share), FINGER);
  const bar = within(BAR.least, height * BAR.share, BAR.high * rem);
  const lowest = Math.max(Math.min(BASE.least * rem, height * BASE.alone), 2 * FINGER);
  const room = height - bar - gap * (seats + 1);
  const column = COLUMN * rem;
  const focus = width < COLUMNS_IN_SIGHT * column || room < lowest + (others + OWN) * least;
  const abreast = focus && others > 1 && room < lowest + (others + OWN) * ROW.roomy * rem;
  const share = others > 1 && !abreast ? BASE.share : BASE.alone;
  const base = within(lowest, room * share, BASE.most * rem);
  const rows = abreast ? 1 : others;
  const row = Math.max(Math.floor((room - base) / (rows + OWN)), least);
  return {
    focus,
    abreast,
    column: focus ? width : Math.max(Math.floor((width - gap) / bases - gap), Math.ceil(column)),
    base,
    row,
    own: Math.max(Math.floor(room - base - rows * row), least),
    bar,
    gap,
  };
}

const within = (least: number, value: number, most: number) =>
  Math.floor(Math.max(least, Math.min(value, most)));
