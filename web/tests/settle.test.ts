import { expect, test } from 'vitest';
import { settle, settleHand } from '../src/lib/settle';
import { base, event, piece, view } from './table';

const scout = piece('c8', 'Scout', 1, 3);
const other = piece('c9', 'Walker', 1, 2);
const at = (first: (typeof scout)[], second: (typeof scout)[]) =>
  view({ bases: [base('p1', 'Tortuga', first), base('p2', 'Jungle', second)] }).public;
const about = event(1, { card: { key: 'c8', name: 'Scout' } });
const keys = (table: ReturnType<typeof at>) =>
  table.bases.map(({ minions }) => minions.map(({ key }) => key));

test('a minion that moved lies at its new base, the others stay', () => {
  expect(keys(settle(at([scout, other], []), at([other], [scout]), about))).toEqual([
    ['c9'],
    ['c8'],
  ]);
});

test('a minion that left is gone', () => {
  expect(keys(settle(at([scout, other], []), at([other], []), about))).toEqual([['c9'], []]);
});

test('a minion that stays keeps its place and gets its new power', () => {
  const stronger = { ...scout, power: 5 };
  const drawn = settle(at([scout, other], []), at([stronger, other], []), about);
  expect(keys(drawn)).toEqual([['c8', 'c9'], []]);
  expect(drawn.bases[0]?.minions[0]?.power).toBe(5);
});

test('victory points are counted when they are told', () => {
  const newer = at([], []);
  newer.players = newer.players.map((player, seat) => ({ ...player, vp: seat === 1 ? 4 : 0 }));
  const drawn = settle(at([], []), newer, event(1, { kind: 'victory points', seat: 1 }));
  expect(drawn.players.map(({ vp }) => vp)).toEqual([0, 4]);
});

test('a card that was played leaves the hand', () => {
  const hand = view({ hand: [['c8', 'Scout']] }).private;
  expect(settleHand(hand, view({}).private, about).hand).toEqual([]);
  expect(settleHand(hand, hand, about)).toBe(hand);
});

test('a card that was drawn comes into the hand when that is told, and no earlier', () => {
  const newer = view({
    hand: [
      ['c7', 'Walker'],
      ['c8', 'Scout'],
      ['c9', 'Bushi'],
    ],
  }).private;
  const drawn = view({ hand: [['c7', 'Walker']] }).private;
  const names = (kind: 'drawn' | 'cards seen') =>
    settleHand(drawn, newer, { ...about, kind }).hand.map(({ name }) => name);
  expect(names('drawn')).toEqual(['Walker', 'Scout']);
  expect(names('cards seen')).toEqual(['Walker']);
});

test('once all minions lie as they do now, the numbers of a base are those of now', () => {
  const newer = at([scout], []);
  newer.bases = newer.bases.map((one) => ({ ...one, total: 3, powers: [0, 3] }));
  expect(settle(at([], []), newer, about).bases[0]?.powers).toEqual([0, 3]);
  expect(settle(at([other], []), newer, about).bases[0]?.powers).toEqual([0, 0]);
});

test('a base that comes takes the position of the one that left', () => {
  const newer = view({ bases: [base('p7', 'Crypt'), base('p2', 'Jungle')] }).public;
  const comes = event(1, { kind: 'base entered', place: 'p7' });
  const drawn = settle(at([scout], []), newer, comes);
  expect(drawn.bases.map(({ name }) => name)).toEqual(['Crypt', 'Jungle']);
  expect(settle(drawn, newer, comes).bases).toBe(drawn.bases);
});

test('a duel that has ended is over before what comes after it is shown', () => {
  const drawn = { ...at([scout], []), duel: { minions: ['c8'], laid: [] } };
  expect(settle(drawn, at([], []), event(1, {})).duel).not.toBeNull();
  expect(settle(drawn, at([], []), event(2, { kind: 'duel ended' })).duel).toBeNull();
});

test('a play that was used up is no longer left once the card is shown', () => {
  const left = { words: { sentence: 'a minion' } };
  const drawn = { ...at([], []), plays: [left, left] as never };
  const newer = { ...at([scout], []), plays: [left] as never };
  const plays = (kind: 'minion played' | 'drawn', now = newer) =>
    settle(drawn, now, { ...about, kind }).plays.length;
  expect(plays('minion played')).toBe(1);
  expect(plays('drawn')).toBe(2);
  expect(plays('minion played', { ...newer, turn_number: 2 })).toBe(2);
});

test('a base scores in the phase of scoring, also at the end of one answer', () => {
  const drawn = at([scout], []);
  expect(drawn.phase).toBe('play');
  expect(settle(drawn, drawn, { ...about, kind: 'before scoring' }).phase).toBe('score');
});
