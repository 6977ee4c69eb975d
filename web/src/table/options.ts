/**
 * How an engine's options become things to click. The front end holds no rules: it only sorts the
 * options by what they point at, so that one picks a card first and then where it goes.
 */
import type { Decision, Key, Option, View } from '$lib/protocol';
import { seatKey } from '$lib/seats';

export type Spot = 'hand' | 'minion' | 'attached' | 'ongoing' | 'base' | 'buried' | 'seat';

export interface Thing {
  key: Key;
  spot: Spot;
  name: string | null;
  place: Key | null;
}

/** Everything that lies on the table or in one's hand, by key. */
export function thingsOf(view: View): Map<Key, Thing> {
  const things = new Map<Key, Thing>();
  const add = (key: Key, spot: Spot, name: string | null, place: Key | null) =>
    things.set(key, { key, spot, name, place });
  for (const base of view.public.bases) {
    add(base.key, 'base', base.name, base.key);
    add(base.card, 'base', base.name, base.key);
    for (const minion of base.minions) {
      add(minion.key, 'minion', minion.name, base.key);
      for (const action of minion.actions) add(action.key, 'attached', action.name, base.key);
    }
    for (const action of base.actions) {
      add(action.key, 'ongoing', action.name, base.key);
      for (const above of action.actions) add(above.key, 'attached', above.name, base.key);
    }
    for (const card of base.buried) {
      add(card.key, 'buried', card.name ?? view.private.buried[card.key] ?? null, base.key);
    }
  }
  view.public.players.forEach((_, seat) => {
    add(seatKey(seat), 'seat', null, null);
  });
  for (const card of view.private.hand) add(card.key, 'hand', card.name, null);
  return things;
}

/** The things an option points at, in the order in which they are picked. */
export function steps(option: Option): Key[] {
  const seat = option.seat === null ? null : seatKey(option.seat);
  return [option.card, option.host, option.host === null ? option.place : null, seat].filter(
    (key): key is Key => key !== null,
  );
}

export const DECLINING = new Set(['pass', 'no', 'end']);

/** What can be done now. */
export interface Question {
  /** Things on the table that can be picked, with the options each leads to. */
  lit: Map<Key, Option[]>;
  /** Cards that can be picked but lie in no open place: from a deck, a pile, another's hand. */
  tray: { key: Key; name: string; options: Option[] }[];
  /** Options that are words. */
  buttons: Option[];
  /** The option that declines, stops or ends. */
  decline: Option | null;
}

const NOTHING: Question = { lit: new Map(), tray: [], buttons: [], decline: null };

/** Sorts the options that are left after some picks. */
export function question(decision: Decision | null, view: View, picks: Key[]): Question {
  if (!decision) return NOTHING;
  const things = thingsOf(view);
  const left = remaining(decision, picks);
  const lit = new Map<Key, Option[]>();
  const tray = new Map<Key, Option[]>();
  const buttons: Option[] = [];
  let decline: Option | null = null;
  for (const option of left) {
    const next = nextStep(option, picks, left);
    if (picks.length === 0 && DECLINING.has(option.verb)) {
      if (decline) buttons.push(decline);
      decline = option;
    } else if (option.verb === 'yes' || option.verb === 'no' || next === null) {
      buttons.push(option);
    } else if (things.has(next) && !(option.word && option.card)) {
      push(lit, next, option);
    } else if (option.name && !option.word) {
      push(tray, next, option);
    } else {
      buttons.push(option);
    }
  }
  if (picks.length === 0) litAliases(view, lit);
  return {
    lit,
    tray: [...tray].map(([key, options]) => ({ key, name: options[0]?.name ?? '', options })),
    buttons,
    decline,
  };
}

/** The options that agree with all picks. */
export function remaining(decision: Decision, picks: Key[]): Option[] {
  return decision.options.filter((option) => {
    const path = steps(option);
    return picks.every((pick) => path.includes(pick));
  });
}

/** The next thing an option wants picked; null when its words are all that tells it apart. */
function nextStep(option: Option, picks: Key[], left: Option[]): Key | null {
  const next = steps(option).find((key) => !picks.includes(key));
  if (next === undefined) return null;
  // What all that is left has in common needs no picking, unless it is the first thing or the goal.
  return picks.length > 1 && left.every((other) => steps(other).includes(next)) ? null : next;
}

function push(map: Map<Key, Option[]>, key: Key, option: Option): void {
  const list = map.get(key);
  if (list) list.push(option);
  else map.set(key, [option]);
}

/** Copies of a card in one hand are one option to the engine; each of them can be clicked. */
function litAliases(view: View, lit: Map<Key, Option[]>): void {
  const inHand = new Map(view.private.hand.map((card) => [card.key, card.name]));
  const byName = new Map<string, Option[]>();
  for (const [key, options] of lit) {
    const name = inHand.get(key);
    if (name !== undefined) byName.set(name, options);
  }
  for (const { key, name } of view.private.hand) {
    const options = byName.get(name);
    if (options && !lit.has(key)) lit.set(key, options);
  }
}

/**
 * The option that is clear after picking these: a play or a use waits for a second pick or a
 * confirmation, everything else is answered at once.
 */
export function settled(options: Option[], picks: Key[]): Option | null {
  const [only, ...others] = options;
  if (!only || others.length > 0) return null;
  const deliberate = only.verb === 'play' || only.verb === 'use';
  return deliberate && picks.length < 2 ? null : only;
}
