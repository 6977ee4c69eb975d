/** The form of a new game, and the room it asks the server for. */
import type {
  Catalogue,
  NewRoom,
  NewSeat,
  RoomOptions,
  StrengthDef,
  StrengthName,
} from './protocol';
import { strings } from './strings';

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
  /** Minutes. */
  reserve: number;
  /** Seconds. */
  increment: number;
  hints: boolean;
  chances: boolean;
  undo: boolean;
  openHands: boolean;
  askEveryone: boolean;
  seed: string;
}

export type Problem =
  | { kind: 'twoSeats' | 'nobody' | 'name' }
  | { kind: 'half'; seat: number }
  | { kind: 'twice'; faction: string }
  | { kind: 'pool'; need: number };

export const BOT_NAMES = ['Ada', 'Bruno', 'Cleo', 'Dora'];
export const DEFAULT_STRENGTH = 'normal';
export const MOST_SEATS = 4;

/** The strengths without those in a style, where there is only room for a few. */
export function plainStrengths(catalogue: Catalogue | null): StrengthDef[] {
  return catalogue?.strengths.filter(({ style }) => !style) ?? [];
}

export function seatForm(kind: Kind, at: number, name = ''): SeatForm {
  const called = kind === 'bot' ? (BOT_NAMES[at] ?? '') : name;
  return { kind, name: called, strength: DEFAULT_STRENGTH, factions: [] };
}

/** A form filled for the usual case: oneself against the given kind; `bots`: among themselves. */
export function gameForm(me: string, against: Kind | 'bots'): GameForm {
  const first = against === 'bots' ? seatForm('bot', 0) : seatForm('me', 0, me);
  return {
    seats: [first, seatForm(against === 'bots' ? 'bot' : against, 1)],
    way: 'random',
    pool: [],
    edition: '',
    sameFaction: false,
    bans: 0,
    first: null,
    timer: 0,
    reserve: 0,
    increment: 0,
    // Between people nobody is helped, unless they wish it.
    hints: against !== 'open',
    chances: against !== 'open',
    undo: true,
    openHands: false,
    askEveryone: false,
    seed: '',
  };
}

/** What keeps the form from being a game; the first thing to mend, or null. */
export function problem(form: GameForm): Problem | null {
  if (form.seats.length < 2) return { kind: 'twoSeats' };
  const people = form.seats.some(({ kind }) => kind === 'me' || kind === 'here');
  if (!people && form.seats.some(({ kind }) => kind === 'open')) return { kind: 'nobody' };
  if (form.seats.some(isNamelessAmongFriends, form)) return { kind: 'name' };
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

/** Who plays with others by link says once what they are called; it is kept. */
function isNamelessAmongFriends(this: GameForm, { kind, name }: SeatForm): boolean {
  return kind === 'me' && !name.trim() && this.seats.some((seat) => seat.kind === 'open');
}

/** The room as the server wants it (`NewRoom`). */
export function toWish(form: GameForm, me: string): NewRoom {
  const options: RoomOptions = {};
  if (form.sameFaction) options.same_faction = true;
  if (form.bans > 0 && form.way === 'draft') options.bans = form.bans;
  if (form.first !== null && form.first < form.seats.length) options.first = form.first;
  if (form.timer > 0) options.timer = form.timer;
  if (form.reserve > 0) {
    options.reserve = form.reserve * 60;
    if (form.increment > 0) options.increment = form.increment;
  }
  if (!form.hints) options.hints = false;
  if (!form.chances) options.chances = false;
  if (!form.undo) options.undo = false;
  if (form.openHands) options.open_hands = true;
  if (form.askEveryone) options.ask_everyone = true;
  if (form.pool.length > 0 && form.way !== 'pick') options.pool = form.pool;
  const seed = Number.parseInt(form.seed, 10);
  if (Number.isSafeInteger(seed) && seed >= 0) options.seed = seed;
  return {
    name: form.seats.find(({ kind }) => kind === 'me')?.name.trim() || me,
    seats: form.seats.map((seat, at) =>
      newSeat(seat, seat.kind === 'me' ? me : strings.common.player(at + 1)),
    ),
    factions: form.way === 'pick' ? pairs(form.seats) : form.way,
    ...(form.edition && { edition: form.edition }),
    options,
  };
}

function pairs(seats: SeatForm[]): ([string, string] | null)[] {
  return seats.map(({ factions: [one, two] }) => (one && two ? [one, two] : null));
}

/** `called`: what a person without a name is called. */
function newSeat({ kind, name, strength }: SeatForm, called: string): NewSeat {
  if (kind === 'open') return { kind: 'open' };
  if (kind === 'bot') return { kind: 'bot', name: name.trim(), strength };
  return { kind: 'human', name: name.trim() || called };
}
