/** A card's face laid out in a box: what has room there, and how large. All in pixels. */
import { fitText, heightOf, LEADING, type Room, SMALLEST, widthOf } from './fit.svelte';

/** What is printed on a card. */
export interface Printed {
  name: string;
  words: string;
  /** What stands at the foot: the fullest way to say it first. */
  foot: string[];
  /** Of a base: what it is worth, in a line below its words. */
  awards?: string;
}

/** Where a size is 0 or a text empty, there is no room for that. */
export interface Face {
  width: number;
  height: number;
  /** The size that all measures of the face are multiples of. */
  unit: number;
  name: number;
  words: number;
  picture: number;
  foot: string;
}

// As in Card.svelte, in units.
const PAD = 0.5;
const BADGE = 1.6;
const GAP = 0.35;
const HEAD = 0.3; // above and below the name
const NAME = 1.05;
const WORDS = 0.82;
const FOOT = 0.72;
const FOOT_PAD = 0.2;
const AWARDS = 0.8;
const AWARDS_PAD = 0.3;
const UNITS = 7.6; // the width of a narrow card
const BORDER = 4; // both sides together
const LEAST_PICTURE = 1.8;
const MOST_PICTURE = 4.2;
/** How much smaller words may be before a card rather takes a wider frame. */
const TOLERATED = 0.88;
const WIDER = 0.16;
const WIDEST = 5; // times the usual width: where that is not enough, the height is the fault

/** What else needs room on a card. */
export interface Kept {
  /** At the right end of the head, for a mark. */
  corner?: number;
  /** Between head and words, for a picture that must be there. */
  picture?: number;
}

/** The face of a card on the table: with its words if they leave room for its picture. */
export function faceOnTable(card: Printed, box: Room, rem: number, corner: number): Face {
  const unit = Math.max(Math.min(rem, box.width / UNITS), SMALLEST);
  const kept = { corner, picture: LEAST_PICTURE * unit };
  // Colour and emblem tell the faction here; the kind is said where it takes nothing from the words.
  const kind = card.foot.slice(-1);
  const bare = faceIn({ ...card, foot: [] }, box, unit, kept);
  if (bare.words === 0) return withKind(bare, kind);
  const whole = faceIn({ ...card, foot: kind }, box, unit, kept);
  return whole.words === bare.words ? whole : bare;
}

/** A face without words whose large picture leaves room for a foot. */
function withKind(face: Face, kind: string[]): Face {
  const { unit } = face;
  const foot = footIn(kind, innerWidth(face.width, unit), unit);
  const picture = Math.floor(face.picture - footHeight(foot, unit));
  return picture < 2 * LEAST_PICTURE * unit ? face : { ...face, picture, foot };
}

function innerWidth(width: number, unit: number): number {
  return width - BORDER - 2 * PAD * unit;
}

/** The face of a card in a box of this size. */
export function faceIn(
  card: Printed,
  box: Room,
  unit: number,
  { corner = 0, picture: kept = 0 }: Kept = {},
): Face {
  const inner = innerWidth(box.width, unit);
  const beside = inner - (BADGE + GAP) * unit - corner;
  const name = nameSize(card.name, beside, unit);
  if (name === 0) return { ...box, unit, name, words: 0, picture: 0, foot: '' };
  const foot = footIn(card.foot, inner, unit);
  const head = headHeight(card.name, name, beside, unit);
  const under = box.height - BORDER - head - PAD * unit - awardsHeight(card, unit);
  const room = { width: inner, height: under - footHeight(foot, unit) - kept };
  const words = card.words === '' ? 0 : fitText(card.words, room, WORDS * unit);
  // Where the words do not fit, the foot gives its room to the picture as well.
  const below =
    words > 0 ? footHeight(foot, unit) + heightOf(card.words, inner, words, 'plain') : 0;
  const picture = Math.min(under - below, inner, MOST_PICTURE * unit * (words > 0 ? 1 : 2));
  return {
    ...box,
    unit,
    name,
    words,
    picture: picture >= LEAST_PICTURE * unit ? Math.floor(picture) : 0,
    foot: words > 0 ? foot : '',
  };
}

/** The face of a card of this height with all its words: as wide as they make it. */
export function faceWithWords(card: Printed, { width, height }: Room, unit: number): Face {
  const wished = Math.max(WORDS * unit * TOLERATED, SMALLEST);
  let box = { width, height };
  let face = faceIn(card, box, unit);
  if (card.words === '') return face; // nothing is known of it yet: no frame would be wide enough
  // A wider frame first; words as small as can be only where a frame would be as wide as two.
  while (face.words < (box.width < 2 * width ? wished : SMALLEST) && box.width < WIDEST * width) {
    box = { width: Math.round(box.width + WIDER * width), height };
    face = faceIn(card, box, unit);
  }
  return face;
}

function nameSize(name: string, width: number, unit: number): number {
  const lines = 2 * NAME * unit * LEADING.display;
  return fitText(name, { width, height: lines }, NAME * unit, 'display');
}

function headHeight(name: string, size: number, width: number, unit: number): number {
  const written = heightOf(name, width, size, 'display');
  return Math.max(BADGE * unit, written) + 2 * HEAD * unit;
}

function footIn(ways: string[], inner: number, unit: number): string {
  const size = footSize(unit);
  return ways.find((words) => widthOf(words) * size <= inner) ?? '';
}

function footSize(unit: number): number {
  return Math.max(FOOT * unit, SMALLEST);
}

function footHeight(foot: string, unit: number): number {
  return foot === '' ? 0 : footSize(unit) * LEADING.plain + FOOT_PAD * unit;
}

function awardsHeight({ awards }: Printed, unit: number): number {
  return awards ? Math.max(AWARDS * unit, SMALLEST) * LEADING.plain + AWARDS_PAD * unit : 0;
}
