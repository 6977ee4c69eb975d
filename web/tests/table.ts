/** A small table for tests: two players, two bases. */
import type { BaseView, Decision, GameEvent, Option, Piece, View } from '../src/lib/protocol';

export function piece(key: string, name: string, controller: number, power = 2): Piece {
  return { key, name, controller, owner: controller, counters: 0, power, actions: [] };
}

export function base(key: string, name: string, minions: Piece[] = []): BaseView {
  return {
    key,
    id: Number(key.slice(1)),
    card: `c9${key.slice(1)}`,
    name,
    breakpoint: 20,
    breakpoint_parts: [],
    total: 0,
    ready: false,
    powers: [0, 0],
    awards: [],
    minions,
    actions: [],
    buried: [],
  };
}

export function view(changes: {
  bases?: BaseView[];
  decision?: Decision;
  hand?: [string, string][];
}): View {
  const player = { factions: ['Aliens', 'Robots'], vp: 0, hand: 2, deck: 30, discard: [] };
  return {
    public: {
      edition: 'oops',
      turn: 0,
      turn_number: 1,
      phase: 'play',
      waiting: 0,
      plays: [],
      players: [player, { ...player }],
      bases: changes.bases ?? [base('p1', 'Tortuga'), base('p2', 'Jungle')],
      base_deck: 5,
      base_discard: [],
      box: [],
      duel: null,
      pool: [],
      banned: [],
      winners: [],
    },
    private: {
      seat: 0,
      hand: (changes.hand ?? []).map(([key, name]) => ({ key, name })),
      known: { hands: [[], []], decks: [[], []], base_deck: [] },
      buried: {},
      laid: [],
      decision: changes.decision ?? null,
    },
  };
}

let next = 0;
export function option(about: Partial<Option>): Option {
  return {
    i: next++,
    verb: 'choose',
    label: { sentence: 'an option' },
    card: null,
    name: null,
    place: null,
    host: null,
    seat: null,
    word: null,
    ...about,
  };
}

export function decision(kind: Decision['kind'], options: Option[]): Decision {
  const asked = {
    moment: null,
    prompt: { sentence: 'What now?' },
    least: 1,
    most: 1,
    picked: [],
    chosen: [],
  };
  return { kind, source: null, ...asked, options };
}

export function event(e: number, about: Partial<GameEvent>): GameEvent {
  return {
    e,
    kind: 'minion played',
    text: { sentence: `event ${e}` },
    minor: false,
    seat: 0,
    card: null,
    cards: [],
    place: null,
    to: null,
    on: null,
    amount: 0,
    by: null,
    by_seat: null,
    rank: null,
    power: null,
    ...about,
  };
}
