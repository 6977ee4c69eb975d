/** One seat's view of a game: what the server said, and what is on the screen of it already. */
import {
  beatLength,
  COUNTING,
  mainOf,
  PAYING,
  readingTime,
  type Scoring,
  scoringIn,
  TEMPO,
  wordsIn,
} from './beats';
import { cards } from './catalogue.svelte';
import { Connection, type Status, type Wish } from './connection';
import { keepMuted, mutedIn } from './muted';
import type {
  Changes,
  ChatLine,
  Decision,
  EmoteName,
  ErrorWords,
  GameEvent,
  Hint,
  Key,
  Meanwhile,
  News,
  Obstacle,
  Reply,
  RoomInfo,
  SeatNumber,
  View,
} from './protocol';
import { toldHere } from './refusals';
import { settings } from './settings.svelte';
import { settle, settleHand } from './settle';
import { type Staged, stageAfter, stageAsked } from './stage';
import { strings } from './strings';
import { lose } from './tokens.svelte';
import { fill } from './words';

/** With more events than this waiting, they are shown faster. */
const PATIENCE = 24;
/** One's own moves need less time: one knows what one did. */
const OWN = 0.7;
/** How many beats one can go back. */
const MEMORY = 80;
/** How long what somebody says or shows is seen beside their name, and how much longer if it is long. */
const SHOWN = 4000;

export interface Line {
  ask(wish: Wish): Promise<Reply>;
  wake(): void;
  lost(): void;
  close(): void;
}

/** Something that happened, with the view that it led to. */
interface Told {
  event: GameEvent;
  led: View | null;
  /** The chances to win that were told after it. */
  chances: number[] | null;
}

/** A beat that was shown, and everything as it was before. */
interface Past {
  beat: Told[];
  view: View | null;
  leading: View | null;
  log: GameEvent[];
  stage: Staged[];
  chances: number[] | null;
}

/** What ends one turn and begins the next. */
const TURNING: ReadonlySet<GameEvent['kind']> = new Set(['drawn', 'turn ended', 'turn started']);

export class GameStore {
  room = $state.raw<RoomInfo | null>(null);
  seat = $state<SeatNumber | null>(null);
  v = $state(0);
  /** What is drawn; lags behind what is known while events are being shown. */
  view = $state.raw<View | null>(null);
  log = $state.raw<GameEvent[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  status = $state<Status>('connecting');
  /** Why the line is closed for good. */
  closed = $state.raw<ErrorWords | null>(null);
  /** The last refusal of a request, until it is dismissed. */
  trouble = $state.raw<ErrorWords | null>(null);
  /** The event that is being shown. */
  showing = $state.raw<GameEvent | null>(null);
  /** The base whose scoring is being shown, and whether its points have gone to the players. */
  scoring = $state.raw<Scoring | null>(null);
  paid = $state(false);
  /** Whether what is shown was shown before: the player went back. */
  again = $state(false);
  /** Whether what is shown stays until the player goes on. */
  held = $state(false);
  /** Whether there is anything to go back to. */
  hasPast = $state(false);
  /** The version that was answered: its decision is no longer offered. */
  answered = $state(-1);
  hint = $state.raw<Hint | null>(null);
  thinking = $state(false);
  why = $state.raw<{ key: Key; reasons: Obstacle[] } | null>(null);
  undoAsked = $state.raw<{ seat: SeatNumber; answers: number } | null>(null);
  /** What was done in this player's place, until it is dismissed. */
  meanwhile = $state.raw<Meanwhile | null>(null);
  /** Whether it was read that this may not be the game that was played. */
  noticed = $state(false);
  clock = $state.raw<{ seat: SeatNumber; until: number } | null>(null);
  /** What each seat has in store, in seconds, where the table has that. */
  reserves = $state.raw<number[] | null>(null);
  /** Who proposes to end the game. */
  ending = $state<SeatNumber | null>(null);
  /** The seats whose words this player does not want to see. */
  muted = $state.raw<SeatNumber[]>([]);
  /** What players say or show just now, by seat. */
  bubbles = $state.raw<Record<number, string>>({});
  /** Whether somebody else said something since the chat was last looked at. */
  unread = $state(false);
  /** The chances to win as of what is shown, per seat. */
  chances = $state.raw<number[] | null>(null);

  /** Called just before and after what is drawn changes, for animations. */
  onchange: { before(): void; after(event: GameEvent | null): void } | null = null;

  #latest: View | null = null;
  /** What happened and was not shown yet. */
  #queue: Told[] = [];
  #past: Past[] = [];
  #staged = $state.raw<Staged[]>([]);
  /** The cards that were on the stage: their words need no second reading. */
  #read = new Set<string>();
  /** The view that the events being shown lead to. */
  #leading: View | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** What comes when the time of what is shown is over. */
  #onward: (() => void) | null = null;
  #line: Line | null = null;
  /** How many answers of this player hold, as far as it is known. */
  #own = $state(0);
  /** Whether there may be something to take back. */
  mayUndo = $derived(this.#own > 0);

  /** Whether anything that was said is still waiting to be shown. */
  catchingUp = $derived(this.showing !== null);
  /** Whether the game is over, and its end was shown: played to its end, or given up. */
  ended = $derived(
    this.view?.public.phase === 'over' || (this.room?.state === 'over' && !this.catchingUp),
  );
  /** Whether factions are still being chosen: there are no points, piles or bases yet. */
  drafting = $derived(this.view?.public.phase === 'draft');
  /** Whether this seat gave up: a bot plays it on. */
  gaveUp = $derived(this.seat !== null && this.room?.seats[this.seat]?.conceded === true);
  /** The decision to answer now: none while events are being shown or once it is answered. */
  decision: Decision | null = $derived(
    this.showing || this.answered === this.v || this.ended || this.gaveUp
      ? null
      : (this.view?.private.decision ?? null),
  );
  /** The cards that are being carried out, the one to look at last. */
  stage: Staged[] = $derived(stageAsked(this.#staged, this.decision, this.seat));

  /** Joins a room with a token. */
  connect(room: string, token: string): void {
    this.#line = new Connection(room, token, {
      news: (message) => this.hear(message),
      status: (status) => {
        this.status = status;
      },
      refused: (error) => {
        if (error.code === 'revoked') lose(token);
        this.#refused(error);
      },
    });
  }

  /** For tests and for tables without a server behind them. */
  use(line: Line): void {
    this.#line = line;
  }

  close(): void {
    this.#wait(null);
    this.#line?.close();
  }

  wake(): void {
    this.#line?.wake();
  }

  /** The network is gone. */
  lost(): void {
    this.#line?.lost();
  }

  hear(message: News): void {
    switch (message.t) {
      case 'welcome':
        this.room = message.room;
        this.seat = message.seat;
        this.chat = message.chat;
        this.v = message.v;
        this.chances = message.chances;
        this.undoAsked = message.undo;
        this.ending = message.ending;
        this.muted = mutedIn(message.room.room);
        this.meanwhile = message.meanwhile;
        // An older server does not tell whose the answers were that were given before.
        this.#own = message.own_answers ?? (message.v > 0 ? Number.POSITIVE_INFINITY : 0);
        this.#restart(message.view, message.events);
        break;
      case 'update':
        this.v = message.v;
        this.undoAsked = null; // whoever answers lets the wish lapse
        this.#continue(message.view, message.events);
        break;
      case 'undone':
        this.v = message.v;
        this.#own = message.own_answers ?? Math.max(0, this.#own - 1);
        this.undoAsked = null;
        this.#restart(message.view, message.events);
        break;
      case 'room':
        this.#seeWhoGaveUp(message.room);
        this.room = message.room;
        break;
      case 'chat':
        this.chat = [...this.chat, message];
        this.#hearSaid(message);
        break;
      case 'end_asked':
        this.ending = message.seat;
        break;
      case 'undo_asked':
        this.undoAsked = message;
        break;
      case 'chances':
        this.#tellChances(message.chances);
        break;
      case 'clock':
        this.clock = { seat: message.seat, until: Date.now() + message.seconds * 1000 };
        this.reserves = message.reserves;
        break;
    }
  }

  /** Draws a view as it is, without telling how it came about (replays, lessons). */
  show(view: View, events: GameEvent[]): void {
    this.#restart(view, events);
  }

  async answer(option: number): Promise<boolean> {
    const v = this.v;
    if (this.answered === v) return false;
    this.answered = v;
    this.hint = null;
    this.why = null;
    const reply = await this.#ask({ t: 'answer', v, option });
    if (reply?.t === 'error' && this.answered === v) this.answered = -1;
    if (reply?.t === 'ok') this.#own += 1;
    return reply?.t === 'ok';
  }

  async undo(): Promise<void> {
    const reply = await this.#ask({ t: 'undo', v: this.v });
    if (reply?.t === 'error' && reply.code === 'nothing_to_undo') this.#own = 0;
  }

  /** Goes back to where a puzzle begins; gives the version that this makes. */
  async startOver(): Promise<number | null> {
    const reply = await this.#ask({ t: 'undo', v: this.v, all: true });
    return reply?.t === 'ok' ? reply.v : null;
  }

  async consent(yes: boolean): Promise<void> {
    this.undoAsked = null;
    await this.#ask({ t: 'consent', yes });
  }

  async askHint(): Promise<void> {
    if (this.thinking) return;
    this.thinking = true;
    this.why = null;
    const v = this.v;
    const reply = await this.#ask({ t: 'hint', v });
    this.thinking = false;
    if (reply?.t !== 'hint') return;
    this.chances = reply.chances;
    if (v === this.v) this.hint = reply;
  }

  async askWhy(key: Key): Promise<void> {
    const reply = await this.#ask({ t: 'why', v: this.v, key });
    if (reply?.t === 'why') this.why = { key, reasons: reply.reasons };
  }

  async say(text: string): Promise<void> {
    await this.#ask({ t: 'chat', text });
  }

  async emote(emote: EmoteName): Promise<void> {
    await this.#ask({ t: 'emote', emote });
  }

  /** Shows what a player says or feels, unless they are muted. */
  #hearSaid({ seat, text, emote }: ChatLine): void {
    if (seat !== null && this.muted.includes(seat)) return;
    const own = seat !== null && seat === this.seat;
    if (!own) this.unread = true;
    if (seat !== null && emote) this.#bubble(seat, strings.people.emoteWords[emote]);
    else if (seat !== null && !own) this.#bubble(seat, text);
  }

  /** Where others play on, who gives up is not only told of in the chat. */
  #seeWhoGaveUp({ state, seats }: RoomInfo): void {
    if (state !== 'playing') return;
    for (const { seat, conceded } of seats) {
      const fresh = conceded && this.room?.seats[seat]?.conceded === false;
      if (fresh && seat !== this.seat) this.#bubble(seat, strings.people.gaveUp);
    }
  }

  #bubble(seat: SeatNumber, text: string): void {
    this.bubbles = { ...this.bubbles, [seat]: text };
    setTimeout(
      () => {
        if (this.bubbles[seat] !== text) return;
        const { [seat]: _, ...others } = this.bubbles;
        this.bubbles = others;
      },
      SHOWN + readingTime(wordsIn(text), 0),
    );
  }

  mute(seat: SeatNumber, on: boolean): void {
    const others = this.muted.filter((other) => other !== seat);
    this.muted = on ? [...others, seat] : others;
    keepMuted(this.room?.room ?? '', this.muted);
  }

  /** Proposes to end the game, or answers such a proposal. */
  async end(yes: boolean): Promise<void> {
    await this.#ask({ t: 'end', yes });
  }

  /** Gives a number of one's own for the deal. */
  async cut(number: number): Promise<void> {
    await this.#ask({ t: 'cut', number });
  }

  async concede(): Promise<void> {
    await this.#ask({ t: 'concede' });
  }

  /** Shows the rest of what happened at once. */
  catchUp(): void {
    this.held = false;
    this.#wait(null);
    this.#pass(this.#queue.length);
    this.#finish();
  }

  /** Goes on to where the next turn begins, or to now. */
  skipTurn(): void {
    const begins = this.#queue.findIndex(({ event }) => event.kind === 'turn started');
    if (begins < 0) {
      this.catchUp();
      return;
    }
    this.held = false;
    if (this.scoring && !this.paid) this.goOn(); // its points are not lost
    this.#pass(begins);
    this.#next();
  }

  /** Lets so many things that happened go by, whole beats of them. */
  #pass(count: number): void {
    const left = this.#queue.length - count;
    while (this.#queue.length - this.#beat() >= left && this.#queue.length > 0) {
      const beat = this.#take();
      for (const told of beat) this.#draw(told);
    }
  }

  /** What the server thinks of the game as it is now is shown once what led there was. */
  #tellChances(chances: number[]): void {
    const last = this.#queue.at(-1);
    if (last) last.chances = chances;
    else this.chances = chances;
  }

  /** Lets what is shown stay until the player goes on, or lets time pass again. */
  hold(): void {
    this.held = !this.held;
    if (this.held && this.#timer) clearTimeout(this.#timer);
    else if (!this.held) this.goOn();
  }

  /** Goes on to the next thing without waiting any longer. */
  goOn(): void {
    const onward = this.#onward;
    this.#wait(null);
    onward?.();
  }

  /** How many of the things that were shown the thing before is back. */
  #wayBack(): number {
    if (this.showing) return 2; // it is the last of the past itself
    const told = this.#past.map(({ beat }) => mainOf(beat.map(({ event }) => event)));
    // Who asks what just happened does not mean that cards were drawn and whose turn it is.
    const at = told.findLastIndex((main) => main !== null && !TURNING.has(main.kind));
    return at < 0 ? 1 : told.length - at;
  }

  /** Goes back to the thing before, and shows from there on again; the game itself goes on. */
  goBack(): void {
    for (const past of this.#past.splice(-this.#wayBack()).reverse()) {
      this.#queue.unshift(...past.beat);
      this.view = past.view;
      this.#leading = past.leading;
      this.log = past.log;
      this.#staged = past.stage;
      this.chances = past.chances;
      this.again = true;
    }
    this.hasPast = this.#past.length > 0;
    if (this.again) this.#next();
  }

  async #ask(wish: Wish): Promise<Reply | null> {
    if (!this.#line) return null;
    this.trouble = null; // whoever does something else has read it
    const reply = await this.#line.ask(wish);
    if (reply.t === 'error') this.trouble = toldHere(reply);
    return reply;
  }

  #refused(error: ErrorWords): void {
    if (error.code === 'undo_refused') this.undoAsked = null;
    if (this.status === 'closed') this.closed = toldHere(error);
    else this.trouble = toldHere(error);
  }

  #restart(view: View | null, events: GameEvent[]): void {
    this.#wait(null);
    this.#queue = [];
    this.#past = [];
    this.hasPast = false;
    this.log = events;
    this.#staged = events.reduce(stageAfter, []);
    this.hint = null;
    this.why = null;
    this.#latest = view;
    this.#finish();
  }

  /** The last view with the sections that changed. */
  #merged(changes: Changes): View | null {
    const view = { ...this.#latest, ...changes };
    return view.public && view.private ? { public: view.public, private: view.private } : null;
  }

  #continue(changes: Changes, events: GameEvent[]): void {
    // Who could play a card has seen what came before: it does not come back to the stage.
    if (this.decision?.kind === 'play') this.#staged = [];
    this.#latest = this.#merged(changes);
    this.hint = null;
    this.why = null;
    this.clock = null;
    const last = this.#queue.at(-1)?.event.e ?? this.log.at(-1)?.e ?? -1;
    for (const event of events) {
      if (event.e > last) this.#queue.push({ event, led: this.#latest, chances: null });
    }
    if (!this.showing) this.#next();
  }

  /** Lets something come after a while; null: nothing comes by itself. */
  #wait(onward: (() => void) | null, time = 0): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#onward = onward;
    this.#timer = onward && !this.held ? setTimeout(onward, time) : null;
  }

  /** Shows the next beat, and goes on after its time; what is minor passes at once. */
  #next(): void {
    this.#wait(null);
    const waiting = this.#queue.map(({ event }) => event);
    if (beatLength(waiting) === 0 || this.#tempo() === 0) {
      this.catchUp();
      return;
    }
    this.onchange?.before();
    const beat = this.#take();
    const events = beat.map(({ event }) => event);
    this.scoring = scoringIn(events);
    this.paid = false;
    // The points of a base that scores are given once everybody's power was counted.
    const points = this.scoring ? beat.filter(({ event }) => event.kind === 'victory points') : [];
    for (const told of beat) if (!points.includes(told)) this.#draw(told);
    this.showing = mainOf(events);
    const time = this.scoring ? this.#tempo() * COUNTING : this.#duration(events);
    this.#wait(() => (this.scoring ? this.#pay(points) : this.#next()), time);
    this.onchange?.after(this.showing);
  }

  /** The points of a base go to the players. */
  #pay(points: Told[]): void {
    this.onchange?.before();
    for (const told of points) this.#draw(told);
    this.paid = true;
    this.#wait(() => this.#next(), this.#tempo() * PAYING);
    this.onchange?.after(points.at(-1)?.event ?? this.showing);
  }

  /** How many of the things that wait are shown next; with nothing but minor ones all. */
  #beat(): number {
    return beatLength(this.#queue.map(({ event }) => event)) || this.#queue.length;
  }

  /** Takes the next beat out of the queue, and keeps how everything was before it. */
  #take(): Told[] {
    const minor = this.#queue.every(({ event }) => event.minor);
    const beat = this.#queue.splice(0, this.#beat());
    const { view, log, chances } = this;
    if (!minor) {
      const past = { beat, view, log, chances, leading: this.#leading, stage: this.#staged };
      this.#past = [...this.#past, past].slice(-MEMORY);
      this.hasPast = true;
    } else {
      this.#past.at(-1)?.beat.push(...beat); // nothing to go back to by itself
    }
    const events = beat.map(({ event }) => event);
    this.log = [...log, ...events];
    this.#staged = events.reduce(stageAfter, this.#staged);
    return beat;
  }

  /** Draws what an event did; the view before it is drawn whole once its last event is past. */
  #draw({ event, led, chances }: Told): void {
    if (chances) this.chances = chances;
    if (led !== this.#leading) {
      if (this.#leading) this.view = this.#leading;
      this.#leading = led;
    }
    if (!this.view || !led) return;
    this.view = {
      public: settle(this.view.public, led.public, event),
      private: settleHand(this.view.private, led.private, event),
    };
  }

  /** Who goes back wants to see it, also where nothing else is shown. */
  #tempo(): number {
    return TEMPO[settings.speed] || (this.again ? TEMPO.normal : 0);
  }

  /** How long a beat is shown: as long as reading what is new in it takes. */
  #duration(beat: GameEvent[]): number {
    const main = mainOf(beat);
    const words = main ? wordsIn(fill(main.text, () => 'name')) + this.#newWords(main) : 0;
    const mine = main !== null && main.seat !== null && main.seat === this.seat;
    const left = 1 + this.#queue.filter(({ event }) => !event.minor).length;
    const haste = this.again || !this.#waitedFor() ? 1 : Math.min(1, PATIENCE / left);
    const time = readingTime(words, main?.cards.length ?? 0);
    return this.#tempo() * time * (mine ? OWN : 1) * haste;
  }

  /** Whether somebody may have to be caught up with: bots among themselves can be watched at leisure. */
  #waitedFor(): boolean {
    return this.room?.seats.some(({ kind }) => kind !== 'bot') ?? true;
  }

  /** The words that this player has not read yet: of another's card, or a base that comes. */
  #newWords(main: GameEvent): number {
    const names = this.#staged.filter(({ seat }) => seat !== this.seat).map(({ name }) => name);
    if (main.kind === 'base entered' && main.card) names.push(main.card.name);
    const fresh = names.filter((name) => this.again || !this.#read.has(name));
    for (const name of fresh) this.#read.add(name);
    return fresh.reduce((sum, name) => sum + wordsIn(cards.find(name)?.def.text ?? ''), 0);
  }

  #finish(): void {
    this.onchange?.before();
    this.showing = null;
    this.scoring = null;
    this.again = false;
    this.#leading = null;
    this.view = this.#latest;
    this.onchange?.after(null);
  }
}
