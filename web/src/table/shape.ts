/** How the table is arranged on a screen: by its size in multiples of the text size. */

/**
 * `wide`: hand below, rail beside; `tall`: a phone upright, all below each other;
 * `flat`: a phone on its side, or large text on a low screen: the hand stands beside the board.
 */
export type Shape = 'wide' | 'tall' | 'flat';

const NARROW = 47;
const LOW = 36;

export interface Screen {
  width: number;
  height: number;
  rem: number;
}

export function shapeOf({ width, height, rem }: Screen): Shape {
  if (width < NARROW * rem && height >= width) return 'tall';
  return height < LOW * rem || width < NARROW * rem ? 'flat' : 'wide';
}

export interface HandRoom {
  /** The usual frame of a card in the hand; one with many words takes a wider one. */
  width: number;
  height: number;
  /** How wide a card is that shows its spine. */
  spine: number;
  /** What the measures of a card's face are multiples of. */
  unit: number;
}

const HAND = { share: 0.245, onPhone: 0.22, most: 12.6, upright: 1.42, units: 11, spine: 2.4 };

/** How large the cards of a hand are that lies below the board. */
export function handRoom(screen: Screen): HandRoom {
  const { height, rem } = screen;
  const share = shapeOf(screen) === 'tall' ? HAND.onPhone : HAND.share;
  const high = Math.floor(Math.min(height * share, HAND.most * rem));
  const unit = Math.min(rem, high / HAND.units);
  return {
    width: Math.round(high / HAND.upright),
    height: high,
    spine: Math.round(HAND.spine * unit),
    unit,
  };
}

const STAGE = { wide: 14.5, least: 240, share: 0.22 };

/** How wide the stage is that stands beside prompt and hand. */
export function stageWidth({ width, rem }: Screen): number {
  return Math.round(Math.min(Math.max(STAGE.wide * rem, STAGE.least), STAGE.share * width));
}
