import { expect, test } from 'vitest';
import { apart } from '../src/lib/apart';

test('what has room is where it wishes to be', () => {
  expect(apart([20, 60, 100], 30, 120)).toEqual([20, 60, 100]);
});

test('what would lie over another is pushed on, and back from the end', () => {
  expect(apart([20, 25, 30], 30, 200)).toEqual([20, 50, 80]);
  expect(apart([180, 195], 30, 200)).toEqual([155, 185]);
  expect(apart([2], 30, 200)).toEqual([15]);
});
