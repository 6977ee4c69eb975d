/** What the player at the screen is doing: picking, dragging, looking closer. */
import { getContext, setContext } from 'svelte';
import type { GameStore } from '$lib/game.svelte';
import type { Key, Option } from '$lib/protocol';
import { handInOrder } from './hand';
import { DECLINING, question, remaining, type Spot, settled, steps, thingsOf } from './options';

/** Something to look at closely. */
export interface Closer {
  name: string;
  /** Where it lies on the table, for its numbers (closer.ts). */
  key?: Key;
}

/** Somebody who says which of all answers is to be given now: the coach of a lesson. */
export interface Guide {
  wants(option: Option): boolean;
  /** Something else was tried. */
  declined(what: string): void;
  /** What was picked so far, to point at what comes next. */
  picked(picks: Key[]): void;
}

/** How long something is pointed at before it is shown large, in milliseconds. */
const LINGER = 450;

export class Interaction {
  /** The things picked so far on the way to one option. */
  picks = $state.raw<Key[]>([]);
  /** The hand card or copy that was clicked first: it is the one drawn as picked. */
  held = $state<Key | null>(null);
  /** A card shown large until it is closed. */
  closer = $state.raw<Closer | null>(null);
  /** A card shown large while it is pointed at. */
  peek = $state.raw<{ card: Closer; at: Element } | null>(null);
  /** A card being dragged, and where. */
  drag = $state.raw<{ key: Key; name: string; x: number; y: number; over: Key | null } | null>(
    null,
  );
  /** Whose discard pile is open. */
  pile = $state<number | null>(null);
  listOpen = $state(false);
  guide = $state.raw<Guide | null>(null);
  /** `spent`: the pointer that is down was a drag or a long press, its click means nothing. */
  pressed: 'spent' | null = null;

  readonly #asked = $derived.by(() => {
    const view = this.store.view;
    return view ? question(this.store.decision, view, this.picks) : null;
  });
  readonly lit = $derived(this.#asked?.lit ?? new Map<Key, Option[]>());
  readonly tray = $derived(this.#asked?.tray ?? []);
  readonly buttons = $derived(this.#asked?.buttons ?? []);
  readonly decline = $derived(this.#asked?.decline ?? null);
  /** Things in the order of the number keys: first what lies on the table, then words. */
  readonly numbered = $derived.by(() => {
    const view = this.store.view;
    if (!view) return [];
    const hand = handInOrder(view.private.hand).map(({ key }) => key);
    const order = [...new Set([...hand, ...thingsOf(view).keys()])];
    const keys = [...this.lit.keys()].sort((a, b) => order.indexOf(a) - order.indexOf(b));
    return [
      ...keys.map((key) => ({ key, option: null })),
      ...this.tray.map(({ key }) => ({ key, option: null })),
      ...this.buttons.map((option) => ({ key: null, option })),
    ];
  });
  /** What the advice on the screen points at. */
  readonly hinted = $derived.by(() => {
    const advised = this.store.hint?.option;
    const option = this.store.decision?.options.find(({ i }) => i === advised);
    return new Set(option ? steps(option) : []);
  });
  #hovering: ReturnType<typeof setTimeout> | null = null;
  #pointedAt: Element | null = null;
  #pointedCard: Closer | null = null;
  #decidedFor = -1;
  /** The pointer has moved here: one that only lies where the last screen left it points at nothing. */
  #pointing = false;

  constructor(readonly store: GameStore) {}

  /** The pointer moved over the table. */
  moved(): void {
    if (this.#pointing) return;
    this.#pointing = true;
    if (this.#pointedAt && this.#pointedCard) this.#linger(this.#pointedCard, this.#pointedAt);
  }

  /** A new question: what was picked for the one before is forgotten. */
  renew(): void {
    const v = this.store.v;
    if (v === this.#decidedFor) return;
    this.#decidedFor = v;
    this.cancel();
    this.listOpen = false;
  }

  isLit(key: Key): boolean {
    return this.lit.has(key) || this.tray.some((card) => card.key === key);
  }

  isPicked(key: Key): boolean {
    return this.held === key || (this.held === null && this.picks.includes(key));
  }

  /** Whether it was picked earlier in this row of picks. */
  isChosen(key: Key): boolean {
    return this.store.decision?.chosen.includes(key) ?? false;
  }

  /** The option that a second click or Enter takes: a play or use that needs no more picks. */
  readonly confirm = $derived.by((): Option | null => {
    const decision = this.store.decision;
    if (!decision || this.picks.length === 0) return null;
    const [only, ...others] = remaining(decision, this.picks);
    return only && others.length === 0 ? only : null;
  });

  /** Picks a thing that is lit; says whether that was something. */
  pick(key: Key): boolean {
    const decision = this.store.decision;
    if (!decision) return false;
    const options = this.lit.get(key) ?? this.tray.find((card) => card.key === key)?.options;
    if (!options) {
      if (this.isPicked(key)) {
        if (this.confirm) this.take(this.confirm);
        else this.cancel();
        return true;
      }
      return this.#pickAnew(key);
    }
    if (!this.#isWanted(options, options[0]?.name ?? null)) return true;
    const step = options[0] ? this.#stepOf(options[0], key) : key;
    const picks = [...this.picks, step];
    const left = options.length === 1 ? options : remaining(decision, picks);
    const clear = settled(left, picks);
    if (clear) {
      this.take(clear);
    } else {
      if (this.picks.length === 0) this.held = key;
      this.picks = picks;
      this.guide?.picked(picks);
    }
    return true;
  }

  /** Whether a guide, if there is one, wants one of these answers; else it is told of the try. */
  #isWanted(options: Option[], name: string | null): boolean {
    const { guide } = this;
    if (!guide || options.some((option) => guide.wants(option))) return true;
    guide.declined(name ?? '');
    return false;
  }

  /** A copy in the hand stands for the card the engine named. */
  #stepOf(option: Option, key: Key): Key {
    const path = steps(option);
    return path.includes(key) ? key : (path[0] ?? key);
  }

  /** Another first pick instead of the one made. */
  #pickAnew(key: Key): boolean {
    if (this.picks.length === 0) return false;
    const before = { picks: this.picks, held: this.held };
    this.cancel();
    if (this.isLit(key)) return this.pick(key);
    this.picks = before.picks;
    this.held = before.held;
    return false;
  }

  take(option: Option): void {
    if (!this.#isWanted([option], option.name)) return;
    this.cancel();
    void this.store.answer(option.i);
  }

  /** Declines: passes, stops picking, or ends the phase. */
  skip(verbs = DECLINING): boolean {
    const decline = this.decline ?? null;
    if (!decline || !verbs.has(decline.verb)) return false;
    this.take(decline);
    return true;
  }

  /** A card that needs no target is played wherever on the table it is laid. */
  lay(): boolean {
    const { confirm } = this;
    if (confirm?.verb !== 'play' || steps(confirm).length > 1) return false;
    this.take(confirm);
    return true;
  }

  cancel(): void {
    this.picks = [];
    this.held = null;
    this.guide?.picked([]);
  }

  /** A click on a thing: picks it if it is lit, else explains it. */
  click(key: Key, name: string | null, spot: Spot | 'pile', closer?: Closer): void {
    this.hoverEnd();
    if (this.pick(key)) return;
    if (spot === 'base' && this.lay()) return;
    if (spot === 'hand' && this.store.decision) void this.store.askWhy(key);
    else if (closer) this.closer = closer;
    else if (name) this.closer = { name };
  }

  /** A card is pointed at, and shown large after a while, or at once. */
  hoverStart(card: Closer, event: PointerEvent, atOnce = false): void {
    this.hoverEnd();
    const at = event.currentTarget as Element;
    this.#pointedAt = at;
    this.#pointedCard = card;
    if (!this.#pointing) return;
    if (atOnce) this.look(card, at);
    else this.#linger(card, at);
  }

  /** Shows a card large for as long as that element is pointed at or in focus. */
  look(card: Closer, at: Element): void {
    if (this.drag) return;
    this.#pointedAt = at;
    this.#pointedCard = card;
    this.peek = { card, at };
  }

  #linger(card: Closer, at: Element): void {
    this.#hovering = setTimeout(() => {
      if (at.isConnected) this.look(card, at);
    }, LINGER);
  }

  /** What is pointed at may leave the table without the pointer moving. */
  hoverCheck(): void {
    if (this.#pointedAt && !this.#pointedAt.isConnected) this.hoverEnd();
  }

  hoverEnd(): void {
    if (this.#hovering) clearTimeout(this.#hovering);
    this.#hovering = null;
    this.#pointedAt = null;
    this.#pointedCard = null;
    this.peek = null;
  }
}

const TABLE = Symbol('interaction');

export function provide(interaction: Interaction): Interaction {
  return setContext(TABLE, interaction);
}

export function interaction(): Interaction {
  return getContext<Interaction>(TABLE);
}
