/** Made of src/smashup/protocol by `make protocol`: change it there. */

// -- Names for the numbers, keys and words that appear everywhere

/** A seat: 0 to 3. */
export type SeatNumber = number;

/** A thing on the table: `c17` a card that the reader may know, `b3.0` a face-down card buried at place 3 (the first from below), `p3` a place. */
export type Key = string;

/** How many decisions of a game were answered, counting up through undo as well. */
export type Version = number;

/** A sentence, or part of one, with `{names}` where something goes. In English it is complete; other languages are found by it. */
export interface Words {
  sentence: string;
  /** Names of cards, bases and factions, numbers, and words in turn. */
  values?: Record<string, string | number | Words>;
  /** Players by their seats: whoever shows it knows what they are called. */
  players?: Record<string, SeatNumber>;
}

// -- What one seat is shown: nothing in it is hidden from that seat

export type Phase = 'draft' | 'mulligan' | 'start' | 'play' | 'score' | 'draw' | 'end' | 'over';

export type PlayedType = 'minion' | 'action';

/** `play`: the Play Cards decision; `choose`: a card, base, player or word, or a card to be played at once; `yes_no`: whether to do what a card allows; `window`: abilities that may be used now; `order`: which of several simultaneous things comes next; `now`: whether an extra play is taken at once or kept for later in the phase. */
export type DecisionKind = 'play' | 'choose' | 'yes_no' | 'window' | 'order' | 'now';

/** What happened. */
export type EventKind =
  | 'action destroyed'
  | 'action played'
  | 'after scoring'
  | 'base entered'
  | 'before scoring'
  | 'card buried'
  | 'card uncovered'
  | 'cards seen'
  | 'duel started'
  | 'minion affected'
  | 'minion destroyed'
  | 'minion moved'
  | 'minion played'
  | 'minion to discard pile'
  | 'turn ended'
  | 'turn started'
  | 'abilities cancelled'
  | 'ability used'
  | 'base left'
  | 'base scored'
  | 'breakpoint changed'
  | 'card laid'
  | 'counters'
  | 'destruction replaced'
  | 'discarded'
  | 'drawn'
  | 'duel ended'
  | 'extra play'
  | 'faction banned'
  | 'faction chosen'
  | 'game over'
  | 'phase'
  | 'placed'
  | 'power changed'
  | 'protected'
  | 'put in the box'
  | 'restricted'
  | 'returned'
  | 'shuffled'
  | 'transferred'
  | 'victory points';

export type Verb = 'play' | 'use' | 'choose' | 'order' | 'yes' | 'no' | 'pass' | 'end';

/** A card whose name the reader may know. */
export interface Named {
  key: Key;
  name: string;
}

/** A part of a number: the printed one, or what a card adds. */
export interface Part {
  label: Words;
  amount: number;
  /** The card it comes from. */
  card: Key | null;
}

/** A card in play. */
export interface Piece {
  key: Key;
  name: string;
  controller: SeatNumber;
  owner: SeatNumber;
  /** +1 power counters on it. */
  counters: number;
  /** The actions on it. */
  actions: Piece[];
  /** Only of minions. */
  power?: number;
  /** Only where the power is not simply printed. */
  parts?: Part[];
}

/** A card buried at a base. */
export interface Buried {
  key: Key;
  controller: SeatNumber;
  /** Where everybody knows it. */
  name: string | null;
}

/** Who would take an award if the base scored now. */
export interface Award {
  /** 0: the first award. */
  position: number;
  seats: SeatNumber[];
  /** For each of `seats`. */
  vp: number[];
}

/** A base in play and what lies there. */
export interface BaseView {
  key: Key;
  /** The number of its place. */
  id: number;
  card: Key;
  name: string;
  breakpoint: number;
  breakpoint_parts: Part[];
  /** The power of all players there. */
  total: number;
  /** Whether the breakpoint is reached. */
  ready: boolean;
  /** Of each seat. */
  powers: number[];
  awards: Award[];
  minions: Piece[];
  actions: Piece[];
  buried: Buried[];
}

/** What everybody knows of a player. */
export interface PlayerView {
  factions: string[];
  vp: number;
  /** How many cards. */
  hand: number;
  /** How many cards. */
  deck: number;
  discard: Named[];
}

/** Something that the current player may still play. */
export interface Play {
  type: PlayedType;
  words: Words;
  /** On top of the free play. */
  extra: boolean;
}

/** A duel that is going on. */
export interface Duel {
  minions: Key[];
  /** Who has laid a card face down. */
  laid: SeatNumber[];
}

/** What everybody sees. */
export interface PublicView {
  edition: string;
  turn: SeatNumber;
  turn_number: number;
  phase: Phase;
  /** Whose answer is awaited. */
  waiting: SeatNumber | null;
  plays: Play[];
  players: PlayerView[];
  bases: BaseView[];
  /** How many bases. */
  base_deck: number;
  /** Names. */
  base_discard: string[];
  /** Names of the cards that are out of the game. */
  box: string[];
  duel: Duel | null;
  /** The factions to choose from, while drafting. */
  pool: string[];
  /** The factions that each seat banned, while drafting. */
  banned: string[][];
  winners: SeatNumber[];
}

/** What a seat knows of cards that lie face down. */
export interface Known {
  /** Names, for each seat. */
  hands: string[][];
  /** For each seat, from the top as far as anything is known. */
  decks: (string | null)[][];
  /** The same of the base deck. */
  base_deck: (string | null)[];
}

/** One legal answer. A client lights up what it points at, and sends `i`. */
export interface Option {
  /** Its index, which is the answer. */
  i: number;
  /** No two of a decision are alike. */
  label: Words;
  verb: Verb;
  /** One that lies nowhere in the view is shown with the prompt. */
  card: Key | null;
  /** Of the card, where the reader may know it. */
  name: string | null;
  place: Key | null;
  /** The card that it goes on. */
  host: Key | null;
  seat: SeatNumber | null;
  word: string | null;
}

/** What the seat is asked. */
export interface Decision {
  kind: DecisionKind;
  /** The card that asks. */
  source: Named | null;
  /** When it is asked, if not because the card that asks was just played. */
  moment: Words | null;
  /** The question. */
  prompt: Words;
  /** How many picks the whole row takes at least. */
  least: number;
  most: number;
  /** The picks before this one. */
  picked: Words[];
  /** The cards and bases that are picked already. */
  chosen: Key[];
  options: Option[];
}

/** What only this seat sees. */
export interface PrivateView {
  /** Null: who watches. */
  seat: SeatNumber | null;
  hand: Named[];
  known: Known;
  /** Names of the face-down buried cards that it may look at, by key. */
  buried: Record<Key, string>;
  /** The cards laid face down for the duel, as it knows them. */
  laid: (string | null)[];
  /** Null: it is not asked. */
  decision: Decision | null;
}

/** The whole view of a seat. */
export interface View {
  public: PublicView;
  private: PrivateView;
}

/** The sections of a view that changed; one that is left out is as it was. */
export interface Changes {
  public?: PublicView;
  private?: PrivateView;
}

/** Something that happened. Cards that the reader did not see are left out. */
export interface GameEvent {
  /** Its number in the game's log. */
  e: number;
  kind: EventKind;
  /** For the log, where it begins with a capital. */
  text: Words;
  /** Whether it needs no line of its own. */
  minor: boolean;
  seat: SeatNumber | null;
  card: Named | null;
  /** Where several are told of at once. */
  cards: Named[];
  place: Key | null;
  /** The place something went to. */
  to: Key | null;
  /** The minion that an action went on. */
  on: Named | null;
  amount: number;
  /** The card that did it. */
  by: Named | null;
  by_seat: SeatNumber | null;
  /** Of `base scored`: which award the player took, 0 is the first. */
  rank: number | null;
  /** Of `base scored`: the power the player had there. */
  power: number | null;
}

// -- A room as its readers are told of it, and as it is asked for

export type StrengthName =
  | 'beginner'
  | 'easy'
  | 'normal'
  | 'hard'
  | 'expert'
  | 'master'
  | 'hard+bold'
  | 'hard+careful'
  | 'expert+bold'
  | 'expert+careful'
  | 'master+bold'
  | 'master+careful';

/** `human`: of who made the room; `open`: free for who joins; `bot`. */
export type SeatKind = 'human' | 'open' | 'bot';

/** `set_aside`: it could not be loaded; it is kept. */
export type RoomState = 'waiting' | 'playing' | 'over' | 'set_aside';

/** How factions are dealt where they are not named. */
export type Dealt = 'draft' | 'random';

/** in words, why this may not be the game that was played: by other rules or cards it goes another way from some move on, and is shown up to there; null: it is */
export type Notice = string | null;

/** A seat and who is in it. */
export interface SeatInfo {
  seat: SeatNumber;
  kind: SeatKind;
  name: string;
  /** Of a bot. */
  strength: StrengthName | null;
  /** Whether somebody has it; an open seat may be free. */
  taken: boolean;
  present: boolean;
  conceded: boolean;
  /** Until its player is back. */
  bot_sits_in: boolean;
  /** By the host: a bot plays it to the end. */
  removed: boolean;
}

/** How the table plays besides the rules. All may be left out when a room is made. */
export interface RoomOptions {
  /** Spectators see all hands, and whoever has the link can watch. */
  open_hands?: boolean;
  /** Seconds a decision may take; then a bot answers that one. */
  timer?: number | null;
  /** Seconds each player has in store for the whole game: what a decision takes beyond `timer` comes out of it, and a bot answers only when it is used up; null: none. */
  reserve?: number | null;
  /** Seconds that each answer adds to the reserve of who gave it. */
  increment?: number;
  /** Whether players may ask for advice. */
  hints?: boolean;
  /** Whether everybody's chance to win is told during the game. */
  chances?: boolean;
  /** Whether answers may be taken back. */
  undo?: boolean;
  /** Seconds of absence after which a bot takes the seat until its player is back, if somebody else is there to wait. */
  takeover?: number | null;
  /** The factions for draft and random; empty: all. */
  pool?: string[];
  /** Whether two players may have the same faction. */
  same_faction?: boolean;
  /** How many factions each player bans before a draft. */
  bans?: number;
  /** Who begins; null: by chance. */
  first?: SeatNumber | null;
  /** Everybody is asked in every *me first* window, so that time tells nothing. */
  ask_everyone?: boolean;
  /** Told only when the game is over; with it all bots but `master`, which goes by the clock, play the same again. Where others may join, one that was chosen is told at once, and who joins has to agree to it. */
  seed?: number | null;
}

/** How a deal comes about that nobody could choose; `smashup fairness` checks it. */
export interface Fairness {
  /** The SHA-256 of the server's secret. */
  commitment: string;
  /** Which seats have given a number of their own. */
  cut: boolean[];
  /** Null until the game is over. */
  secret: string | null;
  /** Of each seat, where it gave one; null until the game is over. */
  numbers: (number | null)[] | null;
}

/** A room as one of its readers is told of it. */
export interface RoomInfo {
  /** Its public id. */
  room: string;
  state: RoomState;
  /** Who made the room, after them the first who still plays: only the host can start, send others away and renew the link. */
  host: SeatNumber | null;
  seats: SeatInfo[];
  /** Null: set aside. */
  options: RoomOptions | null;
  /** Null: set aside and unknown. */
  edition: string | null;
  /** As asked for; once the game has begun, those of each seat. */
  factions: Dealt | (string[] | null)[] | null;
  /** Seconds since 1970. */
  created: number;
  /** Null before the start. */
  turn: SeatNumber | null;
  /** Of each seat; null before the start. */
  vp: number[] | null;
  winners: SeatNumber[];
  /** Whether its players agreed to end it. */
  agreed: boolean;
  v: Version;
  /** The reader's seat; null: who watches. */
  yours: SeatNumber | null;
  your_move: boolean;
  /** The public id of its replay. */
  replay: string | null;
  /** The room in which the same players play again. */
  rematch: string | null;
  /** The replay whose deal it plays again from the beginning. */
  challenge: string | null;
  /** Null: no stranger could join, or the seed was chosen. */
  fairness: Fairness | null;
  notice: Notice;
  /** When it is cleared away if nothing more happens in it, in seconds since 1970; null: never. */
  expires: number | null;
}

// -- The messages of the socket, in and out

export type EmoteName =
  | 'hello'
  | 'well_played'
  | 'thanks'
  | 'oops'
  | 'wow'
  | 'thinking'
  | 'hurry'
  | 'good_game';

/** Takes the seat. What came after `last` is sent again, or a fresh `welcome` if that is no longer kept. */
export interface Hello {
  t: 'hello';
  room: string;
  token: string;
  /** The number of the last message seen, 0 for none. */
  last?: number;
}

/** Has seen all messages up to that number. */
export interface Ack {
  t: 'ack';
  n: number;
}

/** Is answered by `pong`. */
export interface Ping {
  t: 'ping';
}

/** Answers the decision of version `v` with the option of that index. */
export interface Answer {
  t: 'answer';
  id: string;
  v: number;
  option: number;
}

/** Asks to take the seat's last answer back. */
export interface Undo {
  t: 'undo';
  id: string;
  v: number;
  /** Of a puzzle: every answer, back to where it begins. */
  all?: boolean;
}

/** Answers another's wish to undo. */
export interface Consent {
  t: 'consent';
  id: string;
  yes: boolean;
}

/** Asks for advice; it comes as `hint`. */
export interface AskHint {
  t: 'hint';
  id: string;
  v: number;
}

/** Asks why a card in hand cannot be played; it comes as `why`. */
export interface AskWhy {
  t: 'why';
  id: string;
  v: number;
  key: string;
}

/** Says something to the table, at most 500 characters. */
export interface Say {
  t: 'chat';
  id: string;
  text: string;
}

/** Shows the table what one feels; each client says it in its own language. */
export interface ShowEmote {
  t: 'emote';
  id: string;
  emote: EmoteName;
}

/** Proposes to end the game as it stands, or answers such a proposal. It ends when all people who play agree; one who does not, ends the proposal. */
export interface EndGame {
  t: 'end';
  id: string;
  yes?: boolean;
}

/** Gives the game up: a bot plays the seat on, as long as a person and one more seat play; else the game is over, and the one seat that is left has won. */
export interface Concede {
  t: 'concede';
  id: string;
}

/** Hands the seat to a bot until one is back; a table that all people have left waits. Before the start the seat is free again, and the right to it ends. */
export interface Leave {
  t: 'leave';
  id: string;
}

/** Gives a number of one's own for the deal (`fairness`), before the game starts. */
export interface Cut {
  t: 'cut';
  id: string;
  number: number;
}

/** Changes the label of the seat. */
export interface Settings {
  t: 'settings';
  id: string;
  name?: string | null;
}

/** A line of the chat. */
export interface ChatLine {
  /** Null: the table itself. */
  seat: SeatNumber | null;
  name: string;
  text: string;
  /** Seconds since 1970. */
  at: number;
  /** Which one it is; `text` has it in English. */
  emote: EmoteName | null;
  /** What the table itself says; `text` has it in English. Null of lines that earlier versions wrote. */
  words?: Words | null;
}

/** A seat wishes to take back that many answers. */
export interface UndoWish {
  seat: SeatNumber;
  answers: number;
}

/** What was done in a player's place since they acted last. */
export interface Meanwhile {
  /** Seconds since 1970. */
  since: number;
  /** How many a bot gave for them. */
  answers: number;
  /** How many of others were taken back. */
  undone: number;
}

/** Where things stand, whole. `n` is the number of the last message it includes. */
export interface Welcome {
  t: 'welcome';
  n: number;
  room: RoomInfo;
  /** Null: who watches. */
  seat: SeatNumber | null;
  v: Version;
  /** Null before the start. */
  view: View | null;
  /** The last 120. */
  events: GameEvent[];
  chat: ChatLine[];
  /** Each seat's chance to win; null: not estimated yet. */
  chances: number[] | null;
  /** That still waits for consent. */
  undo: UndoWish | null;
  /** Who proposes to end the game, as long as not all have answered. */
  ending: SeatNumber | null;
  /** Null: nothing. */
  meanwhile: Meanwhile | null;
  /** How many answers the seat has given that still hold; null: it is not told. */
  own_answers?: number | null;
}

/** Something happened; `view` holds only the sections that changed. */
export interface Update {
  t: 'update';
  n: number;
  v: Version;
  view: Changes;
  events: GameEvent[];
}

/** It was taken back. `events` are the last 120 that still hold, in place of all sent before. */
export interface Undone {
  t: 'undone';
  n: number;
  v: Version;
  view: View;
  events: GameEvent[];
  /** How many answers the seat has given that still hold; null: it is not told. */
  own_answers?: number | null;
}

/** Who sits where, who is away, that it started or is over, a rematch. */
export interface RoomNews {
  t: 'room';
  n: number;
  room: RoomInfo;
}

/** Something was said. */
export interface Chat {
  t: 'chat';
  /** Null: the table itself. */
  seat: SeatNumber | null;
  name: string;
  text: string;
  /** Seconds since 1970. */
  at: number;
  /** Which one it is; `text` has it in English. */
  emote: EmoteName | null;
  /** What the table itself says; `text` has it in English. Null of lines that earlier versions wrote. */
  words?: Words | null;
  n: number;
}

/** A seat wishes to take back that many answers: answer with `consent`. */
export interface UndoAsked {
  t: 'undo_asked';
  n: number;
  seat: SeatNumber;
  answers: number;
}

/** A seat proposes to end the game: answer with `end`. Null: the proposal is over. */
export interface EndAsked {
  t: 'end_asked';
  n: number;
  seat: SeatNumber | null;
}

/** The time left for the decision, where the table has a clock. */
export interface ClockNews {
  t: 'clock';
  n: number;
  seat: SeatNumber;
  seconds: number;
  /** What each seat has in store, as the decision began; null: nothing. */
  reserves: number[] | null;
}

/** Each seat's chance to win, as far as a spectator can tell; about once a turn, when the server has time for it. */
export interface Chances {
  t: 'chances';
  n: number;
  v: Version;
  chances: number[];
}

/** The message with this id is done and on disk. */
export interface Ok {
  t: 'ok';
  id: string;
  v: Version;
}

/** What was wrong, and what to do. */
export interface ErrorWords {
  /** For programs; see Errors. */
  code: string;
  /** In plain words. */
  message: string;
  /** What to do; may be empty. */
  next: string;
  /** Seconds, where it was too much at once. */
  retry_after?: number;
}

/** It was refused, and nothing changed. `stale` is followed by a fresh `welcome`; `undo_refused` comes later, with the id of the `undo`, when another seat said no; `revoked` comes without an id when the right to the seat ends, and is the last message. */
export interface Refusal {
  t: 'error';
  /** For programs; see Errors. */
  code: string;
  /** In plain words. */
  message: string;
  /** What to do; may be empty. */
  next: string;
  /** Seconds, where it was too much at once. */
  retry_after?: number;
  /** Of the message, where it had one. */
  id?: string;
  /** Where the game stands. */
  v?: Version;
}

/** An option that was looked at for a hint. */
export interface Advised {
  option: number;
  label: Words;
  /** To win by it. */
  chance: number;
}

/** Advice. The first of `options` is the one advised. */
export interface Hint {
  t: 'hint';
  id: string;
  option: number;
  sentence: Words;
  options: Advised[];
  /** Each seat's to win, by that option. */
  chances: number[];
}

/** Why a card cannot be played. */
export interface Obstacle {
  words: Words;
  /** The id of the rule. */
  rule: string;
  /** The card that forbids it. */
  card: Key | null;
}

/** Why a card in hand cannot be played. */
export interface Why {
  t: 'why';
  id: string;
  key: Key;
  reasons: Obstacle[];
}

/** The answer to `ping`. */
export interface Pong {
  t: 'pong';
}

export type Request =
  | Answer
  | Undo
  | Consent
  | AskHint
  | AskWhy
  | Say
  | ShowEmote
  | EndGame
  | Concede
  | Leave
  | Cut
  | Settings;

export type ClientMessage =
  | Hello
  | Ack
  | Ping
  | Answer
  | Undo
  | Consent
  | AskHint
  | AskWhy
  | Say
  | ShowEmote
  | EndGame
  | Concede
  | Leave
  | Cut
  | Settings;

export type News =
  | Welcome
  | Update
  | Undone
  | RoomNews
  | Chat
  | UndoAsked
  | EndAsked
  | ClockNews
  | Chances;

export type Reply = Ok | Refusal | Hint | Why;

export type ServerMessage =
  | Welcome
  | Update
  | Undone
  | RoomNews
  | Chat
  | UndoAsked
  | EndAsked
  | ClockNews
  | Chances
  | Ok
  | Refusal
  | Hint
  | Why
  | Pong;

// -- What REST calls take and give

/** The factions of a rematch: those just played, or others. */
export type Anew = 'same' | 'random' | 'draft';

/** By how many turns played at random win. */
export type Difficulty = 'easy' | 'middling' | 'hard';

/** A seat of a room to be made. */
export interface NewSeat {
  kind: SeatKind;
  name?: string;
  /** Of a bot. */
  strength?: StrengthName;
}

/** A room to be made. Several seats of kind `human` are played on one screen: there is a token for each. A room without open seats starts at once. */
export interface NewRoom {
  seats: NewSeat[];
  /** Of its first person, where the seat has none. */
  name?: string;
  /** A pair for each seat; null: drawn at random. */
  factions?: Dealt | ([string, string] | null)[];
  edition?: string;
  options?: RoomOptions;
}

/** Coming in by an invite. */
export interface Join {
  invite: string;
  name?: string;
  /** Null: the first open one. */
  seat?: SeatNumber | null;
  /** Of one's own for the deal; see `cut`. */
  number?: number | null;
  /** Where the host chose one: that one has seen it and agrees. */
  seed?: number | null;
  /** Where spectators see all hands: that one has seen that and agrees. */
  open_hands?: boolean;
}

/** Coming in to watch. */
export interface Watch {
  invite: string;
  name?: string;
}

/** Sending somebody away. */
export interface Remove {
  seat: SeatNumber;
}

/** Taking a seat over from another device. */
export interface TakeOver {
  code: string;
}

/** Asking for a link to a game. */
export interface Share {
  /** Of one's seat; of who watches too, once the game is over. */
  token?: string | null;
}

/** Going on from a move of a replay, against bots. */
export interface Continue {
  move: number;
  seat: SeatNumber;
  name?: string;
  strength?: StrengthName;
}

/** Sitting down to a puzzle. */
export interface Solve {
  name?: string;
}

/** The right to a seat: it is shown once. */
export interface SeatToken {
  seat: SeatNumber;
  token: string;
}

/** A room that was made, with the caller's seats. */
export interface Made {
  room: string;
  /** Null: somebody else made the rematch. */
  invite: string | null;
  seats: SeatToken[];
}

/** A seat that was taken. */
export interface Joined {
  room: string;
  /** Null: the caller watches. */
  seat: SeatNumber | null;
  token: string;
}

/** The secret that lets others into a room, in place of all earlier ones. */
export interface Invitation {
  invite: string;
}

/** What lets another device take a seat, once. */
export interface Handover {
  code: string;
  /** For how long. */
  seconds: number;
}

/** That the server is there. */
export interface Health {
  ok: boolean;
  version: string;
  /** How many are open. */
  rooms: number;
}

/** Under which addresses other devices find the server, the best first. */
export interface Reach {
  /** Each with scheme and port; empty: only its own machine can reach it. */
  addresses: string[];
}

/** The public id of a replay. */
export interface Link {
  link: string;
}

/** Every error of a call looks like this. */
export interface Failure {
  error: ErrorWords;
}

/** At which move a turn began. */
export interface TurnMark {
  turn: number;
  seat: SeatNumber;
  move: number;
}

/** A game that can be stepped through. */
export interface ReplayInfo {
  replay: string;
  room: string;
  seats: SeatInfo[];
  edition: string;
  factions: string[][];
  /** Seconds since 1970. */
  created: number;
  /** How many answers of it can be shown. */
  moves: number;
  /** Who gave each. */
  deciders: SeatNumber[];
  turns: TurnMark[];
  vp: number[];
  winners: SeatNumber[];
  /** Whose view it is, while the game is still going on. */
  seat: SeatNumber | null;
  /** Whether every hand may be seen. */
  open: boolean;
  notice: Notice;
}

/** The table after some move, as a seat or nobody saw it. */
export interface Moment {
  view: View;
  events: GameEvent[];
  /** Each seat's to win; none while a game goes on whose table is told none. */
  chances: number[];
}

/** What a player took of a base. */
export interface Gain {
  seat: SeatNumber;
  power: number;
  vp: number;
}

/** A base that scored. */
export interface Taken {
  base: string;
  turn: number;
  /** How many answers there were then. */
  move: number;
  /** The best first. */
  gains: Gain[];
}

/** What a card did for a player, all copies of it together. */
export interface Deed {
  seat: SeatNumber;
  name: string;
  /** Victory points it gave, and its part of those of bases, by its power there when last anybody was asked before. */
  points: number;
  /** Minions of others it destroyed. */
  destroyed: number;
}

/** How a finished game went, as everybody could see it. */
export interface Course {
  turns: TurnMark[];
  /** Of each seat, as each turn began and at the end. */
  points: number[][];
  /** Each seat's to win, likewise, from what a spectator may know. */
  chances: number[][];
  /** The turns, by their place in `turns`, that changed most. */
  turning: number[];
  taken: Taken[];
  /** Of each seat a few, the best first. */
  deeds: Deed[];
}

/** A turn looked at again, on what its player could know then: the answer by which most was lost. */
export interface Verdict {
  /** How many answers there were before it. */
  move: number;
  /** Null: a card was to be played. */
  question: Words | null;
  played: Advised | null;
  /** Null: nothing better was found. */
  better: Advised | null;
  /** What speaks for the better one. */
  sentence: Words | null;
}

/** A position in which whoever is to move can win this turn, without luck. */
export interface PuzzleInfo {
  /** From 1. */
  number: number;
  /** Who is to move. */
  seat: SeatNumber;
  /** The number of the turn. */
  turn: number;
  /** Of each seat. */
  factions: string[][];
  /** Of each seat. */
  vp: number[];
  /** The fewest plays that win. */
  plays: number;
  difficulty: Difficulty;
}

/** All puzzles. */
export interface Puzzles {
  /** The number of the day's, the same for everybody. */
  today: number;
  puzzles: PuzzleInfo[];
}

/** An answer of a solution. */
export interface PuzzleStep {
  /** Its index among those offered. */
  option: number;
  /** The name of the card that asks. */
  card: string | null;
  words: Words;
}

/** One way to win: the answers in turn, to the end of the turn. */
export interface Solution {
  steps: PuzzleStep[];
}

// -- All there is to read about the game: cards, bases, editions, strengths and words

/** What an action is played on; `standard`: on nothing. */
export type PlaysOn = 'standard' | 'base' | 'minion';

/** As CSS writes it: `#295400`. */
export type Colour = string;

/** The address of icons: an object of name and path data, for a square of 512. */
export type Icons = string;

/** A card as it is printed. */
export interface CardDef {
  name: string;
  type: PlayedType;
  /** Of a minion. */
  power: number | null;
  copies: number;
  plays_on: PlaysOn;
  text: string;
  rulings: string[];
  tags: string[];
}

/** A base as it is printed. */
export interface BaseDef {
  name: string;
  type: 'base';
  breakpoint: number;
  /** Of the first, second and third award. */
  vp: number[];
  text: string;
  rulings: string[];
}

/** A set of factions that come together. */
export interface PackDef {
  name: string;
  title: string;
}

/** A faction with all its cards. */
export interface FactionDef {
  name: string;
  /** The name of its pack. */
  set: string;
  /** How it plays, in a sentence. */
  plays: string;
  /** Dark, for a cream card. */
  ink: Colour;
  /** Light, for the dark table. */
  bright: Colour;
  /** Pale, to write on. */
  soft: Colour;
  /** Of its cards and bases. */
  icons: Icons;
  cards: CardDef[];
  bases: BaseDef[];
}

/** An edition of the rules. */
export interface EditionDef {
  name: string;
  title: string;
}

/** A kind of bot, by how hard it is to beat. */
export interface StrengthDef {
  name: StrengthName;
  title: string;
  description: string;
  /** That it plays in; empty: it only wants to win. */
  style: string;
}

/** A word on cards that a new player may ask about. */
export interface Term {
  word: string;
  meaning: string;
  rule: string;
}

/** Everything. */
export interface Catalogue {
  packs: PackDef[];
  /** Of all factions. */
  emblems: Icons;
  factions: FactionDef[];
  editions: EditionDef[];
  strengths: StrengthDef[];
  terms: Term[];
}

/** Which icons a faction uses, by the names their makers gave them. */
export interface UsedIcons {
  faction: string;
  emblem: string;
  /** By card or base. */
  icons: Record<string, string>;
}

/** Whom to thank for the icons of a pack. */
export interface PackCredits {
  title: string;
  credits: string;
  factions: UsedIcons[];
}
