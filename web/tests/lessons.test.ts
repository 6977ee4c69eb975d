import { expect, test } from 'vitest';
import { LEARNER, LESSONS, NAMES, optionFor } from '../src/lib/lessons';
import { strings } from '../src/lib/strings';
import { base, decision, option, piece } from './table';

test('every move of the learner has its words', () => {
  for (const name of NAMES) {
    const { moves, from } = LESSONS[name];
    const own = moves.filter(({ by }, n) => by === LEARNER && n >= from);
    expect(strings.pages.learn.lessons[name].steps).toHaveLength(own.length);
  }
});

test('a move is found among the options by what it names', () => {
  const bases = [base('p1', 'Tortuga', [piece('c8', 'Scout', 0)]), base('p2', 'Crypt')];
  const here = option({ verb: 'play', card: 'c1', name: 'Zapbot', place: 'p1' });
  const there = option({ verb: 'play', card: 'c1', name: 'Zapbot', place: 'p2' });
  const on = option({ verb: 'play', card: 'c2', name: 'Upgrade', host: 'c8' });
  const top = option({ verb: 'choose', word: 'top' });
  const asked = decision('play', [here, there, on, top]);
  const zapbot = { by: 0, verb: 'play', card: 'Zapbot' };
  expect(optionFor({ ...zapbot, at: 'Crypt' }, asked, bases)).toBe(there);
  expect(optionFor({ by: 0, verb: 'play', card: 'Upgrade', on: 'Scout' }, asked, bases)).toBe(on);
  expect(optionFor({ by: 0, verb: 'choose', word: 'top' }, asked, bases)).toBe(top);
  expect(optionFor({ ...zapbot, at: 'Tar Pits' }, asked, bases)).toBeUndefined();
});
