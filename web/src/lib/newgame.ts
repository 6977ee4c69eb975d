/** The form of a new game, and the room it asks the server for. */
import type { NewRoom, NewSeat, RoomOptions, StrengthName } from './protocol';

export type Kind = 'me' | 'here' | 'open' | 'bot';
export type Way = 'random' | 'pick' | 'draft';

export interface SeatForm {
  kind: Kind;
  name: string;
  strength: StrengthName;
  /** Up to two factions, where they are picked. */
  factions: string[];
}

export interface GameForm {
  seats: SeatForm[];
  way: Way;
  /** Factions that may be drawn or drafted; empty: all. */
  pool: string[];
  /** Empty, as long as the editions are not known: the newest. */
  edition: string;
  sameFaction: boolean;
  /** How many factions each player bans before a draft. */
  bans: number;
  first: number | null;
  timer: number;
  openHands: boolean;
  askEveryone: boolean;
  seed: string;
}

export type Problem =
  | { kind: 'twoSeats' | 'nobody' }
  | { kind: 'half'; seat: number }
  | { kind: 'twice'; faction: string }
  | { kind: 'pool'; need: number };

export const BOT_NAMES = ['Ada', 'Bruno', 'Cleo', 'Dora'];
export const DEFAULT_STRENGTH = 'normal';
export const MOST_SEATS = 4;

export function seatForm(kind: Kind, at: number, name = ''): SeatForm {
  const called = kind === 'bot' ? (BOT_NAMES[at] ?? '') : name;
  return { kind, name: called, strength: DEFAULT_STRENGTH, factions: [] };
}

/** A form filled for the usual case: oneself against the given kind. */
export function gameForm(me: string, against: Kind): GameForm {
  return {
    seats: [seatForm('me', 0, me), seatForm(against, 1)],
    way: 'random',
    pool: [],
    edition: '',
    sameFaction: false,
    bans: 0,
    first: null,
    timer: 0,
    openHands: false,
    askEveryone: false,
    seed: '',
  };
}

/** What keeps the form from being a game; the first thing to mend, or null. */
export function problem(form: GameForm): Problem | null {
  if (form.seats.length < 2) return { kind: 'twoSeats' };
  if (!form.seats.some(({ kind }) => kind === 'me' || kind === 'here')) return { kind: 'nobody' };
  const bans = form.way === 'draft' ? form.bans : 0;
  const need = form.seats.length * (2 + bans);
  if (form.way !== 'pick') {
    const tooFew = form.pool.length > 0 && !form.sameFaction && form.pool.length < need;
    return tooFew ? { kind: 'pool', need } : null;
  }
  const half = form.seats.findIndex(({ factions }) => factions.length === 1);
  if (half >= 0) return { kind: 'half', seat: half };
  const chosen = form.seats.flatMap(({ factions }) => factions);
  const twice = chosen.find((faction, at) => chosen.indexOf(faction) !== at);
  return twice !== undefined && !form.sameFaction ? { kind: 'twice', faction: twice } : null;
}

/** The room as the server wants it (`NewRoom`). */
export function toWish(form: GameForm, me: string): NewRoom {
  const options: RoomOptions = {};
  if (form.sameFaction) options.same_faction = true;
  if (form.bans > 0 && form.way === 'draft') options.bans = form.bans;
  if (form.first !== null && form.first < form.seats.length) options.first = form.first;
  if (form.timer > 0) options.timer = form.timer;
  if (form.openHands) options.open_hands = true;
  if (form.askEveryone) options.ask_everyone = true;
  if (form.pool.length > 0 && form.way !== 'pick') options.pool = form.pool;
  const seed = Number.parseInt(form.seed, 10);
  if (Number.isSafeInteger(seed) && seed >= 0) options.seed = seed;
  return {
    name: form.seats.find(({ kind }) => kind === 'me')?.name.trim() || me,
    seats: form.seats.map((seat) => newSeat(seat, me)),
    factions: form.way === 'pick' ? pairs(form.seats) : form.way,
    ...(form.edition && { edition: form.edition }),
    options,
  };
}

function pairs(seats: SeatForm[]): ([string, string] | null)[] {
  return seats.map(({ factions: [one, two] }) => (one && two ? [one, two] : null));
}

function newSeat({ kind, name, strength }: SeatForm, me: string): NewSeat {
  if (kind === 'open') return { kind: 'open' };
  if (kind === 'bot') return { kind: 'bot', name: name.trim(), strength };
  return { kind: 'human', name: name.trim() || me };
}
