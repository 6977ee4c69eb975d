import { expect, test } from 'vitest';
import { fill } from '../src/lib/words';
import { paidBy, waysOf } from '../src/table/ways';
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

test('several ways to one place say only which play they use up', () => {
  const play = {
    sentence: 'play {card} at {base}',
    values: { card: 'Great Wyrm', base: 'Tortuga' },
  };
  const paid = (sentence: string, values = {}) => ({ sentence, values: { ...values, play } });
  const full = (words: ReturnType<typeof paid>) => ({
    sentence: '{option}, {power} of {breakpoint}',
    values: { option: words, power: 9, breakpoint: 23 },
  });
  const own = option({ label: full(paid('{play} as your minion')) });
  const giver = { giver: "IT'S ALIVE!" };
  const extra = option({ label: full(paid('{play} as the extra minion of {giver}', giver)) });
  const said = [...paidBy([own, extra]).values()].map((words) => fill(words, () => ''));
  expect(said).toEqual(['play it as your minion', "play it as the extra minion of IT'S ALIVE!"]);
});

test('ways that differ otherwise keep their own words', () => {
  const named = option({ label: { sentence: 'Cowboys' } });
  const play = { sentence: '{play} as your minion', values: { play: { sentence: 'play it' } } };
  expect(paidBy([named, option({ label: play })]).size).toBe(0);
  expect(paidBy([option({ label: play }), option({ label: play })]).size).toBe(0);
  expect(paidBy([option({ label: play })]).size).toBe(0);
});
