import { expect, test } from 'vitest';
import { bend, tip } from '../src/table/motion';

const box = (left: number, top: number, width: number, height: number) =>
  ({ left, top, width, height }) as DOMRect;

test('an arrow ends at the edge of what it points at', () => {
  const [x, y] = tip([100, 500], box(80, 100, 40, 60));
  expect(y).toBeCloseTo(160);
  expect(x).toBeGreaterThanOrEqual(80);
  expect(x).toBeLessThanOrEqual(120);
  const [left] = tip([0, 130], box(400, 80, 200, 100));
  expect(left).toBeCloseTo(400);
});

test('it ends at the edge of what is so near that it bends within it', () => {
  const [x, y] = tip([98, 330], box(110, 268, 115, 97));
  expect(x).toBeCloseTo(110);
  expect(y).toBeGreaterThan(316);
  expect(y).toBeLessThan(330);
});

test('it bends upwards, whichever way it goes', () => {
  expect(bend([0, 100], [200, 100])).toEqual([100, 68]);
  expect(bend([200, 100], [0, 100])).toEqual([100, 68]);
});

test('where it starts within that, it ends in the middle', () => {
  expect(tip([100, 130], box(50, 100, 100, 60))).toEqual([100, 130]);
});
