/** Stepping through a game that was: which moment is shown, through whose eyes, and playing on. */
import { api, Refused, type Seen } from './api';
import { TEMPO } from './beats';
import { GameStore } from './game.svelte';
import type { Course, Moment, ReplayInfo, RoomInfo, Verdict, View } from './protocol';
import { settings } from './settings.svelte';
import { ticketsOf } from './tokens.svelte';

/** How long a moment is shown while playing, in milliseconds. */
const MOVE = 850;
/** The least time a moment is shown while playing, whatever the speed of events. */
const SHORTEST = 250;

/** A turn that changed much, and what was found out about it. */
export interface Point {
  /** Its place among the turns. */
  at: number;
  /** null: it is still being thought about. */
  verdict: Verdict | null;
  trouble: string;
}

export class ReplayPlayer {
  /** What the table's parts draw: a game nobody can act in. */
  readonly store = new GameStore();
  outline = $state.raw<ReplayInfo | null>(null);
  moment = $state.raw<Moment | null>(null);
  move = $state(0);
  seen = $state<Seen>(null);
  playing = $state(false);
  refused = $state.raw<Refused | null>(null);
  /** How the game went, once it is over and as soon as it is known. */
  course = $state.raw<Course | null>(null);
  /** The turning point that is being looked at. */
  point = $state.raw<Point | null>(null);

  readonly moves = $derived(this.outline?.moves ?? 0);
  /** The turn that the moment shown belongs to. */
  readonly turn = $derived(this.outline?.turns.findLast(({ move }) => move <= this.move));

  #cache = new Map<string, Promise<Moment>>();
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(readonly id: string) {
    this.store.status = 'online';
  }

  async open(move: number, seen: Seen): Promise<void> {
    this.refused = null;
    try {
      const outline = await api.replay(this.id);
      this.outline = outline;
      this.store.room = roomOf(outline);
      this.seen = outline.seat ?? seen ?? ownSeat(outline.room);
      await this.goTo(move);
      if (outline.open) void this.#recount();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Without it the replay is as good as ever. */
  async #recount(): Promise<void> {
    this.course = await api.replayCourse(this.id).catch(() => null);
  }

  /** Goes to a turn that changed much, and to the answer in it that could have been better. */
  async study(at: number): Promise<void> {
    const began = this.course?.turns[at]?.move;
    if (began === undefined) return;
    this.pause();
    const point: Point = { at, verdict: null, trouble: '' };
    this.point = point;
    void this.goTo(began);
    try {
      const verdict = await api.better(this.id, began);
      if (this.point !== point) return;
      this.point = { ...point, verdict };
      if (verdict.better) void this.goTo(verdict.move);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (this.point === point)
        this.point = { ...point, trouble: `${error.message} ${error.next}` };
    }
  }

  /** Shows the moment after that many answers; the latest wish counts, whatever comes back first. */
  async goTo(wish: number): Promise<void> {
    const move = Math.min(Math.max(Math.round(wish) || 0, 0), this.moves);
    this.move = move;
    const seen = this.seen;
    try {
      const moment = await this.#fetch(move, seen);
      if (this.move !== move || this.seen !== seen) return;
      this.#draw(moment);
      if (move < this.moves) void this.#fetch(move + 1, seen).catch(() => null);
    } catch (error) {
      this.#fail(error);
    }
  }

  async look(seen: Seen): Promise<void> {
    this.seen = seen;
    await this.goTo(this.move);
  }

  /** To the beginning of the turn before (-1) or after (1) the moment shown. */
  async goTurn(by: 1 | -1): Promise<void> {
    const begins = this.outline?.turns.map(({ move }) => move) ?? [];
    const to =
      by > 0
        ? begins.find((move) => move > this.move)
        : begins.findLast((move) => move < this.move);
    await this.goTo(to ?? (by > 0 ? this.moves : 0));
  }

  play(): void {
    if (this.playing || this.moves === 0) return;
    this.playing = true;
    if (this.move >= this.moves) void this.goTo(0);
    this.#wait();
  }

  pause(): void {
    this.playing = false;
    if (this.#timer) clearTimeout(this.#timer);
  }

  close(): void {
    this.pause();
    this.store.close();
  }

  #wait(): void {
    this.#timer = setTimeout(
      async () => {
        await this.goTo(this.move + 1);
        if (this.move >= this.moves) this.pause();
        else if (this.playing) this.#wait();
      },
      Math.max(SHORTEST, MOVE * TEMPO[settings.speed]),
    );
  }

  #fetch(move: number, seen: Seen): Promise<Moment> {
    const key = `${move}/${seen}`;
    const found = this.#cache.get(key) ?? api.replayAt(this.id, move, seen);
    this.#cache.set(key, found);
    found.catch(() => this.#cache.delete(key));
    return found;
  }

  #draw(moment: Moment): void {
    this.moment = moment;
    this.store.seat = typeof this.seen === 'number' ? this.seen : null;
    this.store.v = this.move;
    this.store.chances = moment.chances;
    this.store.show(withoutDecision(moment.view), moment.events);
  }

  #fail(error: unknown): void {
    this.pause();
    if (!(error instanceof Refused)) throw error;
    this.refused = error;
  }
}

/** Who played the game sees it once more as they did; people who shared a screen, as spectators. */
function ownSeat(room: string): Seen {
  const [mine, ...others] = ticketsOf(room);
  return mine && others.length === 0 ? mine.seat : null;
}

/** The table as it lay, with nothing to decide. */
function withoutDecision(view: View): View {
  return { ...view, private: { ...view.private, decision: null } };
}

/** The room a replay is of, as far as the table's parts ask for it. */
function roomOf(replay: ReplayInfo): RoomInfo {
  return {
    room: replay.room,
    state: 'over',
    host: null,
    seats: replay.seats.map((seat) => ({ ...seat, present: true, bot_sits_in: false })),
    options: {},
    edition: replay.edition,
    factions: replay.factions,
    created: replay.created,
    turn: null,
    vp: replay.vp,
    winners: replay.winners,
    agreed: false,
    challenge: null,
    v: replay.moves,
    yours: null,
    your_move: false,
    replay: replay.replay,
    rematch: null,
    fairness: null,
    notice: replay.notice,
    expires: null,
  };
}
