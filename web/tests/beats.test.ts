import { expect, test } from 'vitest';
import { beatLength, mainOf, readingTime, scoringIn, wordsIn } from '../src/lib/beats';
import { event } from './table';

const mall = { key: 'c95', name: 'Mall' };
const scored = [
  event(1, { kind: 'base scored', seat: 1, card: mall, place: 'p2', rank: 0, power: 14 }),
  event(2, { kind: 'victory points', seat: 1, amount: 4, by: mall }),
  event(3, { kind: 'base scored', seat: 0, card: mall, place: 'p2', rank: 1, power: 9 }),
  event(4, { kind: 'victory points', seat: 0, amount: 2, by: mall }),
];
const cleared = [
  event(5, { kind: 'after scoring', card: mall, place: 'p2' }),
  event(6, { kind: 'minion to discard pile', minor: true }),
  event(7, { kind: 'base left', card: mall, place: 'p2' }),
  event(8, { kind: 'base entered', card: { key: 'c94', name: 'Crypt' }, place: 'p5' }),
];

test('what is minor goes with what follows; nothing but minor ones are no beat', () => {
  const minor = event(1, { minor: true });
  expect(beatLength([minor, event(2, {}), event(3, {})])).toBe(2);
  expect(beatLength([minor])).toBe(0);
  expect(beatLength([])).toBe(0);
});

test('all awards of a base are one beat, and its clearing another', () => {
  expect(beatLength([...scored, ...cleared])).toBe(4);
  expect(beatLength([...cleared, event(9, { kind: 'drawn' })])).toBe(4);
  expect(mainOf(scored)?.e).toBe(1);
  expect(mainOf(cleared)?.kind).toBe('base entered');
});

test('what a card does after a scoring is a beat of its own', () => {
  const done = event(6, { kind: 'discarded', by: { key: 'c1', name: 'Zapbot' } });
  expect(beatLength([cleared[0] ?? event(5, {}), done])).toBe(1);
});

test('a scoring tells who took what', () => {
  expect(scoringIn(scored)).toEqual({
    place: 'p2',
    base: mall,
    taken: [
      { seat: 1, rank: 0, power: 14, vp: 4 },
      { seat: 0, rank: 1, power: 9, vp: 2 },
    ],
  });
  expect(scoringIn(cleared)).toBeNull();
});

test('reading takes as long as there are words and things, but never under 0.8 seconds', () => {
  expect(readingTime(1, 1)).toBe(800);
  expect(readingTime(25, 1)).toBe(6000);
  expect(readingTime(25, 3)).toBeGreaterThan(readingTime(25, 1));
  expect(wordsIn(' Destroy  a minion. ')).toBe(3);
});
