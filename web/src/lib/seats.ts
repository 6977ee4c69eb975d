import type { Key, SeatNumber } from './protocol';

/** Each seat's colour and shape: blue circle, orange triangle, violet square, green diamond. */
export const SEAT_SHAPES = [
  'M8 1a7 7 0 1 0 0 14A7 7 0 1 0 8 1Z',
  'M8 1 15.5 15H.5Z',
  'M2 2h12v12H2Z',
  'M8 0 16 8 8 16 0 8Z',
];

/** What they are called in marks for styles and tests; people read them in `strings`. */
export const SEAT_SHAPE_NAMES = ['circle', 'triangle', 'square', 'diamond'];

export function seatColour(seat: number | null | undefined): string {
  return seat === null || seat === undefined || seat < 0 || seat > 3
    ? 'var(--seat-none)'
    : `var(--seat-${seat})`;
}

/** The table's own key of a seat; those of cards and places come from the server. */
export function seatKey(seat: SeatNumber): Key {
  return `s${seat}`;
}

export function isSeatKey(key: Key): boolean {
  return key.startsWith('s');
}
