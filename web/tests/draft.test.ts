import { expect, test } from 'vitest';
import { picksOf } from '../src/table/draft';

test('picks go round once, and then back', () => {
  const picks = picksOf(1, [['Aliens'], ['Robots', 'Zombies'], ['Ninjas']]);
  expect(picks.map(({ seat }) => seat)).toEqual([1, 2, 0, 0, 2, 1]);
  expect(picks.map(({ faction }) => faction)).toEqual([
    'Robots',
    'Ninjas',
    'Aliens',
    null,
    null,
    'Zombies',
  ]);
});
