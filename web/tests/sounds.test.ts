import { expect, test } from 'vitest';
import { mayRepeat, soundOf } from '../src/lib/sounds';
import { event } from './table';

test('what happens has its sound', () => {
  expect(soundOf(event(1, { kind: 'minion played' }), 0)).toBe('play');
  expect(soundOf(event(1, { kind: 'drawn' }), 0)).toBe('draw');
  expect(soundOf(event(1, { kind: 'minion destroyed' }), 0)).toBe('destroy');
  expect(soundOf(event(1, { kind: 'base scored' }), 0)).toBe('score');
  expect(soundOf(event(1, { kind: 'game over' }), 0)).toBe('win');
  expect(soundOf(event(1, { kind: 'shuffled' }), 0)).toBeNull();
});

test('a turn sounds for whose turn it is', () => {
  expect(soundOf(event(1, { kind: 'turn started', seat: 0 }), 0)).toBe('turn');
  expect(soundOf(event(1, { kind: 'turn started', seat: 1 }), 0)).toBeNull();
});

test('nothing repeats more than three times a second', () => {
  expect([0, 100, 340, 400, 700].map((now) => mayRepeat('draw', now))).toEqual([
    true,
    false,
    true,
    false,
    true,
  ]);
  expect(mayRepeat('win', 0)).toBe(true);
});
