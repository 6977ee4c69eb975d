// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { MARKS, nextMark, OVER, type Scene } from '../src/lib/coach';
import type { BaseView, Decision, GameEvent, Option, View } from '../src/lib/protocol';
import { strings } from '../src/lib/strings';

const option = (verb: Option['verb']) => ({ i: 0, verb }) as Option;
const decision = (kind: Decision['kind'], ...verbs: Option['verb'][]) =>
  ({ kind, options: verbs.map(option) }) as Decision;
const event = (kind: GameEvent['kind'], seat: number) => ({ kind, seat }) as GameEvent;
const base = (total: number, ready = false) =>
  ({ total, breakpoint: 20, ready, minions: [], actions: [] }) as unknown as BaseView;

function scene(
  changes: Partial<Scene> & { bases?: BaseView[]; phase?: string; vp?: number } = {},
): Scene {
  const { bases = [base(0)], phase = 'play', vp = 0, ...rest } = changes;
  const view = { public: { bases, phase, players: [{ vp }] } } as unknown as View;
  return { view, log: [], decision: null, seat: 0, busy: false, ...rest };
}

/** Every remark that is made while nothing changes. */
function remarks(at: Scene, before: string[] = []): string[] {
  const made = new Set(before);
  for (let mark = nextMark(at, made); mark; mark = nextMark(at, made)) made.add(mark.id);
  return [...made].filter((id) => !before.includes(id));
}

describe('the coach', () => {
  it('begins with the table, the turn and the hand', () => {
    const begin = scene({ decision: decision('play', 'play', 'end') });
    expect(remarks(begin)).toEqual(['welcome', 'turn', 'hand']);
  });

  it('makes each remark once', () => {
    expect(remarks(scene(), ['welcome'])).toEqual([]);
  });

  it('speaks of power and actions once a minion was played, not before', () => {
    const played = scene({
      decision: decision('play', 'play', 'end'),
      log: [event('minion played', 0)],
    });
    expect(remarks(played, ['welcome', 'turn', 'hand'])).toEqual(['power', 'action']);
  });

  it('does not take the bot’s minion for mine', () => {
    const log = [event('minion played', 1)];
    expect(remarks(scene({ log }), ['welcome'])).toEqual([]);
  });

  it('says when nothing is left but ending the turn', () => {
    const done = scene({ decision: decision('play', 'end') });
    expect(remarks(done, ['welcome', 'turn'])).toEqual(['end']);
  });

  it('follows the game, whatever the player does: scoring before any minion of mine', () => {
    const log = [event('base scored', 1)];
    expect(remarks(scene({ log, vp: 4 }), ['welcome'])).toEqual(['scoring', 'points']);
  });

  it('tells a base that is near from one that is ready', () => {
    expect(remarks(scene({ bases: [base(13)] }), ['welcome'])).toEqual(['breakpoint']);
    expect(remarks(scene({ bases: [base(21, true)] }), ['welcome'])).toEqual(['ready']);
  });

  it('waits while events are being shown, and ends with the game', () => {
    expect(nextMark(scene({ busy: true }), new Set())).toBeNull();
    const over = scene({ phase: 'over', busy: true });
    expect(nextMark(over, new Set())).toBe(OVER);
    expect(nextMark(over, new Set(['over']))).toBeNull();
  });

  it('has words for every remark, and no others', () => {
    const ids = [...MARKS, OVER].map(({ id }) => id).sort();
    expect(Object.keys(strings.pages.learn.marks).sort()).toEqual(ids);
  });
});
