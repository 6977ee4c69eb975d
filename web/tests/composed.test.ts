import { expect, test } from 'vitest';
import { percents } from '../src/lib/composed';

test('chances to win that are read add up to all of it', () => {
  expect(percents([0.435, 0.565])).toEqual(['44%', '56%']);
  expect(percents([1 / 3, 1 / 3, 1 / 3])).toEqual(['34%', '33%', '33%']);
  expect(percents([1, 0])).toEqual(['100%', '0%']);
  expect(percents([])).toEqual([]);
});
