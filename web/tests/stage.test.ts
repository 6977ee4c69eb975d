import { expect, test } from 'vitest';
import type { GameEvent } from '../src/lib/protocol';
import { type Staged, stageAfter, stageAsked } from '../src/lib/stage';
import { decision, event } from './table';

const abduction = { key: 'c1', name: 'Abduction' };
const invader = { key: 'c2', name: 'Invader' };
const played = (card: typeof invader, about: Partial<GameEvent>) =>
  event(1, { card, by: card, by_seat: 1, seat: 1, ...about });
const action = played(abduction, { kind: 'action played' });
const minion = played(invader, { kind: 'minion played', place: 'p1' });
const carriedOut = event(2, { kind: 'discarded', minor: true, seat: null, card: abduction });
const after = (...events: GameEvent[]) => events.reduce(stageAfter, [] as Staged[]);
const names = (stage: Staged[]) => stage.map(({ name }) => name);

test('a card that is played is on the stage, with who played it', () => {
  expect(after(minion)).toEqual([{ ...invader, seat: 1, open: false }]);
});

test('the next one takes its place, unless an action that is not done set it off', () => {
  expect(names(after(minion, action))).toEqual(['Abduction']);
  expect(names(after(action, minion))).toEqual(['Abduction', 'Invader']);
  expect(names(after(action, carriedOut, minion))).toEqual(['Invader']);
});

test('what it does leaves it there; another card that acts joins it', () => {
  const does = event(3, { kind: 'minion destroyed', card: invader, by: abduction, by_seat: 1 });
  expect(names(after(action, does))).toEqual(['Abduction']);
  const answer = event(4, { kind: 'returned', by: { key: 'c7', name: 'Shinobi' }, by_seat: 0 });
  expect(after(action, answer).at(-1)).toEqual({
    key: 'c7',
    name: 'Shinobi',
    seat: 0,
    open: false,
  });
});

test('a new phase or turn clears it', () => {
  expect(after(minion, event(5, { kind: 'phase', minor: true }))).toEqual([]);
  expect(after(minion, event(5, { kind: 'turn started' }))).toEqual([]);
});

test('while a card asks it is the one to look at; while one may play there is none', () => {
  const asking = { ...decision('choose', []), source: abduction };
  expect(names(stageAsked(after(action, minion), asking, 0))).toEqual(['Invader', 'Abduction']);
  expect(names(stageAsked([], asking, 0))).toEqual(['Abduction']);
  expect(stageAsked(after(minion), decision('play', []), 0)).toEqual([]);
  expect(names(stageAsked(after(minion), null, 0))).toEqual(['Invader']);
});

test('a card that does something to itself takes the place of what was done before', () => {
  const deputy = { key: 'c8', name: 'Deputy' };
  const discards = event(6, { kind: 'discarded', card: deputy, by: deputy, by_seat: 0, seat: 0 });
  expect(after(minion, discards)).toEqual([{ ...deputy, seat: 0, open: false }]);
});
