/** One seat's view of a game: what the server said, and what is on the screen of it already. */
import { Connection, type Status } from './connection';
import type {
  ChatLine,
  Decision,
  ErrorWords,
  GameEvent,
  Hint,
  Key,
  News,
  Reason,
  Reply,
  Request,
  Room,
  SeatNumber,
  View,
} from './protocol';
import { settings } from './settings.svelte';
import { settle } from './settle';

/** How long an event is shown, in milliseconds. */
export const PACE = { slow: 1700, normal: 850, fast: 350, instant: 0 };
/** However much happened, it is shown within this time. */
const LONGEST = 9_000;

export interface Line {
  ask(request: Request): Promise<Reply>;
  wake(): void;
  close(): void;
}

export class GameStore {
  room = $state.raw<Room | null>(null);
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
  why = $state.raw<{ key: Key; reasons: Reason[] } | null>(null);
  undoAsked = $state.raw<{ seat: SeatNumber; answers: number } | null>(null);
  clock = $state.raw<{ seat: SeatNumber; until: number } | null>(null);
  /** The last chances to win that the server told, per seat. */
  chances = $state.raw<number[] | null>(null);

  /** Called just before and after what is drawn changes, for animations. */
  onchange: { before(): void; after(event: GameEvent | null): void } | null = null;

  #latest: View | null = null;
  #queue: GameEvent[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;
  #line: Line | null = null;

  /** The decision to answer now: none while events are being shown or once it is answered. */
  decision: Decision | null = $derived(
    this.showing || this.answered === this.v ? null : (this.view?.private.decision ?? null),
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
      refused: (error) => this.#refused(error),
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

  hear(message: News): void {
    switch (message.t) {
      case 'welcome':
        this.room = message.room;
        this.seat = message.seat;
        this.chat = message.chat;
        this.v = message.v;
        this.#restart(message.view, message.events);
        break;
      case 'update':
        this.v = message.v;
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

  async concede(): Promise<void> {
    await this.#ask({ t: 'concede' });
  }

  async leave(): Promise<void> {
    await this.#ask({ t: 'leave' });
  }

  /** Shows the rest of what happened at once. */
  catchUp(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#tell(this.#queue.splice(0));
    this.#finish();
  }

  async #ask(request: Request): Promise<Reply | null> {
    if (!this.#line) return null;
    const reply = await this.#line.ask(request);
    if (reply.t === 'error') this.trouble = reply;
    return reply;
  }

  #refused(error: ErrorWords): void {
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

  #continue(changed: Partial<View>, events: GameEvent[]): void {
    const known = this.#latest;
    if (known) this.#latest = { ...known, ...changed };
    else if (changed.public && changed.private) {
      this.#latest = { public: changed.public, private: changed.private };
    }
    this.hint = null;
    this.why = null;
    this.clock = null;
    const last = this.#queue.at(-1)?.e ?? this.showing?.e ?? this.log.at(-1)?.e ?? -1;
    this.#queue.push(...events.filter((event) => event.e > last));
    if (!this.showing) this.#next();
  }

  /** Shows the next event, and goes on after its time; what is minor passes at once. */
  #next(): void {
    this.#timer = null;
    const upTo = this.#queue.findIndex((event) => !event.minor);
    if (upTo < 0 || settings.speed === 'instant') {
      this.#tell(this.#queue.splice(0));
      this.#finish();
      return;
    }
    const passing = this.#queue.splice(0, upTo + 1);
    const event = passing.at(-1);
    if (!event) return;
    this.onchange?.before();
    this.#tell(passing);
    this.showing = event;
    if (this.view && this.#latest) {
      let drawn = this.view.public;
      for (const passed of passing) drawn = settle(drawn, this.#latest.public, passed);
      this.view = { public: drawn, private: this.#handWithout(passing) };
    }
    this.onchange?.after(event);
    this.#timer = setTimeout(() => this.#next(), this.#duration(event));
  }

  /** The hand as drawn, without the cards these events took out of it. */
  #handWithout(events: GameEvent[]): View['private'] {
    const drawn = this.view?.private as View['private'];
    const kept = new Set(this.#latest?.private.hand.map((card) => card.key));
    const gone = new Set(
      events.map((event) => event.card?.key).filter((key) => !kept.has(key ?? '')),
    );
    return { ...drawn, hand: drawn.hand.filter((card) => !gone.has(card.key)) };
  }

  #duration(event: GameEvent): number {
    const mine = event.seat !== null && event.seat === this.seat;
    const left = 1 + this.#queue.filter((queued) => !queued.minor).length;
    return Math.min(PACE[settings.speed] * (mine ? 0.7 : 1), LONGEST / left);
  }

  #finish(): void {
    this.onchange?.before();
    this.showing = null;
    this.view = this.#latest;
    this.onchange?.after(null);
  }

  #tell(events: GameEvent[]): void {
    if (events.length > 0) this.log = [...this.log, ...events];
  }
}
