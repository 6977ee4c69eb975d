/** One seat's view of a game: what the server said, and what is on the screen of it already. */
import { Connection, type Status, type Wish } from './connection';
import type {
  Changes,
  ChatLine,
  Decision,
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
import { settings } from './settings.svelte';
import { handWithout, settle } from './settle';
import { lose } from './tokens.svelte';

/** How long an event is shown, in milliseconds. */
export const PACE = { slow: 1700, normal: 850, fast: 350, instant: 0 };
/** With more events than this waiting, they are shown faster. */
const PATIENCE = 16;

export interface Line {
  ask(wish: Wish): Promise<Reply>;
  wake(): void;
  lost(): void;
  close(): void;
}

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
  /** The last chances to win that the server told, per seat. */
  chances = $state.raw<number[] | null>(null);

  /** Called just before and after what is drawn changes, for animations. */
  onchange: { before(): void; after(event: GameEvent | null): void } | null = null;

  #latest: View | null = null;
  /** What happened and was not shown yet, with the view that it led to. */
  #queue: { event: GameEvent; led: View | null }[] = [];
  /** The view that the events being shown lead to. */
  #leading: View | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #line: Line | null = null;

  /** Whether the game is over: played to its end, or given up by the last person in it. */
  ended = $derived(this.view?.public.phase === 'over' || this.room?.state === 'over');
  /** Whether this seat gave up: a bot plays it on. */
  gaveUp = $derived(this.seat !== null && this.room?.seats[this.seat]?.conceded === true);
  /** The decision to answer now: none while events are being shown or once it is answered. */
  decision: Decision | null = $derived(
    this.showing || this.answered === this.v || this.ended || this.gaveUp
      ? null
      : (this.view?.private.decision ?? null),
  );
  /** Whether anything that was said is still waiting to be shown. */
  catchingUp = $derived(this.showing !== null);

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
    if (this.#timer) clearTimeout(this.#timer);
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
        this.meanwhile = message.meanwhile;
        this.#restart(message.view, message.events);
        break;
      case 'update':
        this.v = message.v;
        this.undoAsked = null; // whoever answers lets the wish lapse
        this.#continue(message.view, message.events);
        break;
      case 'undone':
        this.v = message.v;
        this.undoAsked = null;
        this.#restart(message.view, message.events);
        break;
      case 'room':
        this.room = message.room;
        break;
      case 'chat':
        this.chat = [...this.chat, message];
        break;
      case 'undo_asked':
        this.undoAsked = message;
        break;
      case 'chances':
        this.chances = message.chances;
        break;
      case 'clock':
        this.clock = { seat: message.seat, until: Date.now() + message.seconds * 1000 };
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
    return reply?.t === 'ok';
  }

  async undo(): Promise<void> {
    await this.#ask({ t: 'undo', v: this.v });
  }

  async consent(yes: boolean): Promise<void> {
    this.undoAsked = null;
    await this.#ask({ t: 'consent', yes });
  }

  async askHint(): Promise<void> {
    if (this.thinking) return;
    this.thinking = true;
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

  /** Gives a number of one's own for the deal. */
  async cut(number: number): Promise<void> {
    await this.#ask({ t: 'cut', number });
  }

  async concede(): Promise<void> {
    await this.#ask({ t: 'concede' });
  }

  /** Shows the rest of what happened at once. */
  catchUp(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#tell(this.#queue.splice(0).map(({ event }) => event));
    this.#finish();
  }

  async #ask(wish: Wish): Promise<Reply | null> {
    if (!this.#line) return null;
    const reply = await this.#line.ask(wish);
    if (reply.t === 'error') this.trouble = reply;
    return reply;
  }

  #refused(error: ErrorWords): void {
    if (error.code === 'undo_refused') this.undoAsked = null;
    if (this.status === 'closed') this.closed = error;
    else this.trouble = error;
  }

  #restart(view: View | null, events: GameEvent[]): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#queue = [];
    this.log = events;
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
    this.#latest = this.#merged(changes);
    this.hint = null;
    this.why = null;
    this.clock = null;
    const last = this.#queue.at(-1)?.event.e ?? this.log.at(-1)?.e ?? -1;
    for (const event of events) {
      if (event.e > last) this.#queue.push({ event, led: this.#latest });
    }
    if (!this.showing) this.#next();
  }

  /** Shows the next event, and goes on after its time; what is minor passes at once. */
  #next(): void {
    this.#timer = null;
    const upTo = this.#queue.findIndex(({ event }) => !event.minor);
    if (upTo < 0 || settings.speed === 'instant') {
      this.catchUp();
      return;
    }
    this.onchange?.before();
    const passing = this.#queue.splice(0, upTo + 1);
    for (const { event, led } of passing) this.#draw(event, led);
    const shown = passing.map(({ event }) => event);
    this.#tell(shown);
    this.showing = shown.at(-1) ?? null;
    this.onchange?.after(this.showing);
    if (this.showing) this.#timer = setTimeout(() => this.#next(), this.#duration(this.showing));
  }

  /** Draws what an event did; the view before it is drawn whole once its last event is past. */
  #draw(event: GameEvent, led: View | null): void {
    if (led !== this.#leading) {
      if (this.#leading) this.view = this.#leading;
      this.#leading = led;
    }
    if (!this.view || !led) return;
    this.view = {
      public: settle(this.view.public, led.public, event),
      private: handWithout(this.view.private, led.private, event),
    };
  }

  #duration(event: GameEvent): number {
    const mine = event.seat !== null && event.seat === this.seat;
    const left = 1 + this.#queue.filter(({ event }) => !event.minor).length;
    return PACE[settings.speed] * (mine ? 0.7 : 1) * Math.min(1, PATIENCE / left);
  }

  #finish(): void {
    this.onchange?.before();
    this.showing = null;
    this.#leading = null;
    this.view = this.#latest;
    this.onchange?.after(null);
  }

  #tell(events: GameEvent[]): void {
    if (events.length > 0) this.log = [...this.log, ...events];
  }
}
