/** The messages and views of docs/protocol.md, as types. The server holds all rules. */

export type SeatNumber = number;
/** A thing on the table: `c17` a card, `b3.0` a buried card, `p3` a base in play, `s1` a seat. */
export type Key = string;

export interface CardDef {
  name: string;
  type: 'minion' | 'action';
  power?: number | null;
  copies: number;
  plays_on: string | null;
  text: string;
  rulings: string[];
  tags: string[];
}

export interface BaseDef {
  name: string;
  type: 'base';
  breakpoint: number;
  vp: number[];
  text: string;
  rulings: string[];
}

export interface Faction {
  name: string;
  set: string;
  cards: CardDef[];
  bases: BaseDef[];
}

export interface Term {
  word: string;
  meaning: string;
  rule: string;
}

export interface Catalogue {
  factions: Faction[];
  editions: { name: string; title: string }[];
  strengths: { name: string; title: string; description: string }[];
  terms: Term[];
}

export type SeatKind = 'human' | 'open' | 'bot';

export interface NewSeat {
  kind: SeatKind;
  name?: string;
  strength?: string;
}

export interface RoomOptions {
  open_hands?: boolean;
  timer?: number;
  takeover?: number;
  pool?: string[];
  same_faction?: boolean;
  first?: SeatNumber;
  seed?: number;
  ask_everyone?: boolean;
}

export interface NewRoom {
  name: string;
  seats: NewSeat[];
  factions: 'draft' | 'random' | ([string, string] | null)[];
  edition: string;
  options: RoomOptions;
}

export interface SeatToken {
  seat: SeatNumber;
  token: string;
}

export interface NewRoomAnswer {
  room: string;
  invite: string;
  seats: SeatToken[];
}

/** Only who asks first gets the invite of the new room. */
export interface RematchAnswer {
  room: string;
  invite: string | null;
  seats: SeatToken[];
}

export interface JoinAnswer {
  room: string;
  seat: SeatNumber | null;
  token: string;
}

export interface RoomSeat {
  seat: SeatNumber;
  kind: SeatKind;
  name: string;
  strength?: string | null;
  /** Whether somebody sits there already (an open seat may be free). */
  taken: boolean;
  present: boolean;
  conceded: boolean;
  bot_sits_in: boolean;
}

export interface Room {
  room: string;
  state: 'waiting' | 'playing' | 'over' | 'set_aside';
  host: SeatNumber | null;
  seats: RoomSeat[];
  options: RoomOptions;
  edition: string;
  factions: NewRoom['factions'];
  created: number;
  turn?: number | null;
  vp?: number[] | null;
  yours: SeatNumber | null;
  your_move: boolean;
  replay: string | null;
  rematch?: string | null;
}

// -- the view ---------------------------------------------------------------------------

export type Phase = 'draft' | 'mulligan' | 'start' | 'play' | 'score' | 'draw' | 'end' | 'over';

export interface Named {
  key: Key;
  name: string;
}

/** A part of a number: "+1 from War Raptor". */
export interface Part {
  label: string;
  amount: number;
  card: string | null;
}

export interface Piece extends Named {
  controller: SeatNumber;
  owner: SeatNumber;
  counters: number;
  power?: number | null;
  parts?: Part[];
  actions: Piece[];
}

export interface Award {
  position: number;
  seats: SeatNumber[];
  /** For each of the seats. */
  vp: number[];
}

export interface Buried {
  key: Key;
  controller: SeatNumber;
  name: string | null;
}

export interface BaseView {
  key: Key;
  id: number;
  card: Key;
  name: string;
  breakpoint: number;
  breakpoint_parts: Part[];
  total: number;
  ready: boolean;
  powers: number[];
  awards: Award[];
  minions: Piece[];
  actions: Piece[];
  buried: Buried[];
}

export interface PlayerView {
  factions: string[];
  vp: number;
  hand: number;
  deck: number;
  discard: Named[];
}

export interface Play {
  type: 'minion' | 'action';
  words: string;
  extra: boolean;
}

export interface PublicView {
  edition: string;
  turn: SeatNumber;
  turn_number: number;
  phase: Phase;
  waiting: SeatNumber | null;
  plays: Play[];
  players: PlayerView[];
  bases: BaseView[];
  base_deck: number;
  base_discard: string[];
  box: string[];
  duel: null | { minions: Key[]; laid: SeatNumber[] };
  pool?: string[];
  winners: SeatNumber[];
}

export type Verb = 'play' | 'use' | 'choose' | 'order' | 'yes' | 'no' | 'pass' | 'end';

export interface Option {
  i: number;
  verb: Verb;
  label: string;
  card: Key | null;
  name: string | null;
  place: Key | null;
  host: Key | null;
  seat: SeatNumber | null;
  word: string | null;
}

export interface Decision {
  kind: 'play' | 'choose' | 'yes_no' | 'window' | 'order';
  source: Named | null;
  prompt: string;
  least: number;
  most: number;
  picked: string[];
  options: Option[];
}

export interface PrivateView {
  seat: SeatNumber | null;
  hand: Named[];
  known: {
    hands: string[][];
    decks: (string | null)[][];
    base_deck: (string | null)[];
  };
  buried: Record<Key, string>;
  laid: (string | null)[];
  decision: Decision | null;
}

export interface View {
  public: PublicView;
  private: PrivateView;
}

export interface GameEvent {
  e: number;
  kind: string;
  text: string;
  minor: boolean;
  seat: SeatNumber | null;
  card: Named | null;
  cards: Named[];
  place: Key | null;
  to: Key | null;
  /** What an action was played on. */
  on?: Named | null;
  amount: number;
  by: Named | null;
  by_seat: SeatNumber | null;
}

// -- the socket -------------------------------------------------------------------------

export interface ChatLine {
  seat: SeatNumber | null;
  name: string;
  text: string;
  at: number;
}

export interface ErrorWords {
  code: string;
  message: string;
  next: string;
}

/** What a client asks for. `id` is added by the connection. */
export type Request =
  | { t: 'answer'; v: number; option: number }
  | { t: 'undo'; v: number }
  | { t: 'consent'; yes: boolean }
  | { t: 'hint'; v: number }
  | { t: 'why'; v: number; key: Key }
  | { t: 'chat'; text: string }
  | { t: 'concede' }
  | { t: 'leave' }
  | { t: 'settings'; name?: string };

export interface Hint {
  option: number;
  sentence: string;
  options: { option: number; label: string; chance: number }[];
  chances: number[];
}

export interface Reason {
  words: string;
  rule: string | null;
  card: string | null;
}

/** Answers to a request; they carry its id and no number. */
export type Reply =
  | { t: 'ok'; id: string; v: number }
  | ({ t: 'error'; id?: string | null; v?: number | null } & ErrorWords)
  | ({ t: 'hint'; id: string } & Hint)
  | { t: 'why'; id: string; key: Key; reasons: Reason[] };

/** News: numbered from 1 without gaps for each seat. */
export type News =
  | {
      t: 'welcome';
      n: number;
      room: Room;
      seat: SeatNumber | null;
      v: number;
      /** Empty or null until the game has started. */
      view: Partial<View> | null;
      events: GameEvent[];
      chat: ChatLine[];
    }
  | { t: 'update'; n: number; v: number; view: Partial<View>; events: GameEvent[] }
  | { t: 'undone'; n: number; v: number; view: Partial<View>; events: GameEvent[] }
  | { t: 'room'; n: number; room: Room }
  | ({ t: 'chat'; n: number } & ChatLine)
  | { t: 'undo_asked'; n: number; seat: SeatNumber; answers: number }
  | { t: 'chances'; n: number; v: number; chances: number[] }
  | { t: 'clock'; n: number; seat: SeatNumber; seconds: number };

export type ServerMessage = News | Reply | { t: 'pong' };

// -- replays ----------------------------------------------------------------------------

/** A game that can be stepped through. */
export interface Replay {
  replay: string;
  room: string;
  seats: RoomSeat[];
  edition: string;
  factions: string[][];
  created: number;
  /** How many answers it has, and which seat gave each. */
  moves: number;
  deciders: SeatNumber[];
  /** At which move each turn began. */
  turns: { turn: number; seat: SeatNumber; move: number }[];
  vp: number[];
  winners: SeatNumber[];
  /** The one seat whose view it is, while the game is still going on. */
  seat: SeatNumber | null;
  /** Whether every hand may be seen. */
  open: boolean;
}

/** Through whose eyes: a seat's, nobody's (a spectator), or with all hands open. */
export type Seen = SeatNumber | null | 'open';

export interface ReplayMoment {
  view: View;
  events: GameEvent[];
  chances: number[] | null;
}
