import { expect, test } from 'vitest';
import { question, remaining, settled, steps } from '../src/table/options';
import { base, decision, option, piece, view } from './table';

const hand: [string, string][] = [
  ['c1', 'Zapbot'],
  ['c2', 'Zapbot'],
  ['c3', 'Invader'],
];
const plays = [
  option({ verb: 'play', card: 'c1', name: 'Zapbot', place: 'p1' }),
  option({ verb: 'play', card: 'c1', name: 'Zapbot', place: 'p2' }),
  option({ verb: 'end', label: { sentence: 'end' } }),
];

test('a play is a card first, then where it goes', () => {
  const asked = decision('play', plays);
  const first = question(asked, view({ hand, decision: asked }), []);
  expect([...first.lit.keys()]).toEqual(['c1', 'c2']);
  expect(first.decline?.verb).toBe('end');
  const then = question(asked, view({ hand, decision: asked }), ['c1']);
  expect([...then.lit.keys()]).toEqual(['p1', 'p2']);
  expect(then.decline).toBeNull();
});

test('copies in the hand are one option to the engine, and each can be clicked', () => {
  const asked = decision('play', plays);
  const { lit } = question(asked, view({ hand }), []);
  expect(lit.get('c2')).toBe(lit.get('c1'));
  expect(lit.has('c3')).toBe(false);
});

test('a play waits for its target even if there is only one; a choice does not wait', () => {
  const play = option({ verb: 'play', card: 'c3', place: 'p1' });
  expect(settled([play], ['c3'])).toBeNull();
  expect(settled([play], ['c3', 'p1'])).toBe(play);
  const choice = option({ card: 'c3' });
  expect(settled([choice], ['c3'])).toBe(choice);
});

test('an action on a minion is card and host; the base of the host is not asked for', () => {
  const on = option({ verb: 'play', card: 'c5', host: 'c8', place: 'p1' });
  expect(steps(on)).toEqual(['c5', 'c8']);
});

test('ways to pay for the same play are told apart by words', () => {
  const ways = [
    option({ verb: 'play', card: 'c1', place: 'p1', label: { sentence: 'using the free play' } }),
    option({ verb: 'play', card: 'c1', place: 'p1', label: { sentence: 'using Terraforming' } }),
  ];
  const asked = decision('play', ways);
  const last = question(asked, view({ hand }), ['c1', 'p1']);
  expect(last.buttons).toEqual(ways);
  expect(remaining(asked, ['c1', 'p1'])).toEqual(ways);
});

test('minions, bases and seats on the table are lit where they lie', () => {
  const asked = decision('choose', [
    option({ card: 'c8', name: 'Scout' }),
    option({ place: 'p2' }),
    option({ seat: 1 }),
  ]);
  const table = view({
    bases: [base('p1', 'Tortuga', [piece('c8', 'Scout', 1)]), base('p2', 'Jungle')],
  });
  expect([...question(asked, table, []).lit.keys()]).toEqual(['c8', 'p2', 's1']);
});

test('a card that lies nowhere open is offered in the tray', () => {
  const asked = decision('choose', [option({ card: 'c40', name: 'Howler' })]);
  const { tray, lit } = question(asked, view({}), []);
  expect(tray.map(({ name }) => name)).toEqual(['Howler']);
  expect(lit.size).toBe(0);
});

test('words, yes and no are buttons; passing declines', () => {
  const yes = option({ verb: 'yes', card: 'c8', name: 'Scout' });
  const no = option({ verb: 'no' });
  const asked = question(decision('yes_no', [yes, no]), view({}), []);
  expect(asked.buttons).toEqual([yes]);
  expect(asked.decline).toBe(no);
  const words = [option({ word: 'top' }), option({ word: 'bottom' })];
  expect(question(decision('choose', words), view({}), []).buttons).toEqual(words);
});

test('a card taken or left is two buttons: both have words of their own', () => {
  const take = option({ card: 'c40', name: 'Howler', word: 'hand' });
  const leave = option({ verb: 'pass', word: 'top' });
  const asked = question(decision('choose', [take, leave]), view({}), []);
  expect(asked.buttons).toEqual([take]);
  expect(asked.decline).toBe(leave);
});

test('one’s own buried card is lit by its key at the base', () => {
  const buried = { ...base('p1', 'Tortuga'), buried: [{ key: 'b1.0', controller: 0, name: null }] };
  const asked = decision('choose', [option({ card: 'b1.0', name: 'Mummy' })]);
  expect([...question(asked, view({ bases: [buried] }), []).lit.keys()]).toEqual(['b1.0']);
});

test('no decision, nothing to do', () => {
  expect(question(null, view({}), []).lit.size).toBe(0);
});
