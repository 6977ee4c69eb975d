/**
 * Lessons: short games in which every move is known before. The learner's moves are asked for one
 * after the other; the other seat is played by this browser, too, so it plays alike each time.
 */
import { Connection } from './connection';
import script from './lessons.json';
import type { BaseView, Changes, Decision, Key, NewRoom, News, Option, View } from './protocol';
import { strings } from './strings';

export interface Move {
  /** The seat that makes it; 0 is the learner's. */
  by: number;
  verb: string;
  card?: string;
  /** The base it goes to. */
  at?: string;
  /** The minion it goes on. */
  on?: string;
  word?: string;
}

export interface Lesson {
  factions: [string, string][];
  seed: number;
  first: number;
  /** How many of the moves are made before the lesson begins. */
  from: number;
  moves: Move[];
}

export type LessonName = keyof typeof script;

export const LESSONS = script as unknown as Record<LessonName, Lesson>;
export const NAMES = Object.keys(script) as LessonName[];
export const LEARNER = 0;

/** The table of a lesson: two seats, both of this browser. */
export function tableOf(lesson: Lesson, me: string): NewRoom {
  return {
    name: me,
    seats: [
      { kind: 'human', name: me },
      { kind: 'human', name: strings.pages.learn.other },
    ],
    factions: lesson.factions,
    options: { seed: lesson.seed, first: lesson.first },
  };
}

/** The option that is a move, if it is among those that are offered. */
export function optionFor(move: Move, decision: Decision, bases: BaseView[]): Option | undefined {
  const base = (key: Key | null) => bases.find((one) => one.key === key)?.name;
  const minion = (key: Key | null) =>
    bases.flatMap(({ minions }) => minions).find((one) => one.key === key)?.name;
  return decision.options.find(
    ({ verb, name, place, host, word }) =>
      verb === move.verb &&
      (move.card ?? name) === name &&
      (!move.at || base(place) === move.at) &&
      (!move.on || minion(host) === move.on) &&
      (!move.word || word === move.word),
  );
}

/** A seat that makes the moves of a lesson that are its own, as soon as it is asked. */
export class Scripted {
  readonly #line: Connection;
  #view: View | null = null;
  #v = 0;
  #answered = -1;

  /** `until`: the number of the move that it no longer makes; then `done` is called. */
  constructor(
    room: string,
    token: string,
    private readonly moves: Move[],
    private readonly until: number,
    private readonly done: () => void,
  ) {
    this.#line = new Connection(room, token, {
      news: (message) => this.#hear(message),
      status: () => undefined,
      refused: () => undefined,
    });
  }

  close(): void {
    this.#line.close();
  }

  wake(): void {
    this.#line.wake();
  }

  #hear(message: News): void {
    if (message.t !== 'welcome' && message.t !== 'update' && message.t !== 'undone') return;
    this.#v = message.v;
    this.#merge(message.view ?? {});
    if (this.#v >= this.until) this.done();
    else this.#play();
  }

  #merge(changes: Changes): void {
    const view = { ...this.#view, ...changes };
    if (view.public && view.private) this.#view = { public: view.public, private: view.private };
  }

  #play(): void {
    const decision = this.#view?.private.decision;
    const move = this.moves[this.#v];
    if (!decision || !move || !this.#view || this.#answered === this.#v) return;
    const option = optionFor(move, decision, this.#view.public.bases);
    if (!option) return;
    this.#answered = this.#v;
    void this.#line.ask({ t: 'answer', v: this.#v, option: option.i });
  }
}
