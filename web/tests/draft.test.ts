import { expect, test } from 'vitest';
import { picksOf } from '../src/table/draft';

test('picks go round once, and then back', () => {
  const picks = picksOf(1, 0, [], [['Aliens'], ['Robots', 'Zombies'], ['Ninjas']]);
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

test('bans come first', () => {
  const picks = picksOf(0, 1, [['Aliens'], []], [[], []]);
  expect(picks.map(({ ban }) => ban)).toEqual([true, true, false, false, false, false]);
  expect(picks[0]?.faction).toBe('Aliens');
  expect(picks[1]?.faction).toBeNull();
});
