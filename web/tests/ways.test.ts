import { expect, test } from 'vitest';
import { waysOf } from '../src/table/ways';
import { base, option, piece, view } from './table';

const table = view({
  bases: [
    base('p1', 'Tortuga', [piece('c8', 'Scout', 1, 3), piece('c9', 'Drone', 0, 4)]),
    base('p2', 'Jungle', [piece('c10', 'Scout', 1, 3)]),
  ],
});

test('a way is where the card goes and the number that matters there', () => {
  const options = [
    option({ verb: 'play', card: 'c1', place: 'p2' }),
    option({ verb: 'play', card: 'c1', host: 'c9', place: 'p1' }),
  ];
  expect(waysOf(table, options)).toEqual([
    { option: options[0], name: 'Jungle', number: '0/20', seat: null },
    { option: options[1], name: 'Drone', number: '4', seat: 0 },
  ]);
});

test('ways that would read alike, or lead to no place, keep their own words', () => {
  const options = [
    option({ verb: 'play', card: 'c1', host: 'c8' }),
    option({ verb: 'play', card: 'c1', host: 'c10' }),
    option({ verb: 'play', card: 'c1', word: 'free' }),
  ];
  expect(waysOf(table, options).map(({ name }) => name)).toEqual([null, null, null]);
});
