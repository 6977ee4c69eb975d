import { expect, test } from 'vitest';
import { partnersOf, rateOf } from '../src/lib/figures';

const figures = {
  players: 'greedy',
  games: 90,
  factions: { Aliens: [0.5234, 0.4, 0.649] },
  partners: { Aliens: ['Robots', 'Zombies'] },
};

test('the figures of a faction are told in per cent with their interval', () => {
  expect(rateOf('Aliens', figures)).toEqual({ rate: '52', low: '40', high: '65' });
});

test('a faction has partners where that is certain', () => {
  expect(partnersOf('Aliens', figures)).toEqual(['Robots', 'Zombies']);
  expect(partnersOf('Wizards', figures)).toEqual([]);
});

test('where nothing is known nothing is told', () => {
  expect(rateOf('Revenants', figures)).toBeUndefined();
  expect(rateOf('Revenants')).toBeUndefined();
  expect(partnersOf('Revenants')).toEqual([]);
});
