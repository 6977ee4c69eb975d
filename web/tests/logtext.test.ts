import { expect, test } from 'vitest';
import { bitsOf } from '../src/table/logtext';
import { event } from './table';

test('the cards named in a sentence can be pointed at', () => {
  const told = event(1, {
    card: { key: 'c1', name: 'War Raptor' },
    by: { key: 'c2', name: 'Howl' },
  });
  expect(bitsOf(told, 'Ada plays War Raptor at Tortuga (Howl).')).toEqual([
    { text: 'Ada plays ', card: null },
    { text: 'War Raptor', card: 'War Raptor' },
    { text: ' at Tortuga (', card: null },
    { text: 'Howl', card: 'Howl' },
    { text: ').', card: null },
  ]);
});

test('a name inside a longer name is not found twice', () => {
  const told = event(1, {
    card: { key: 'c1', name: 'Raptor King' },
    by: { key: 'c2', name: 'Raptor' },
  });
  expect(
    bitsOf(told, 'Raptor King eats Raptor.')
      .filter(({ card }) => card)
      .map(({ text }) => text),
  ).toEqual(['Raptor King', 'Raptor']);
});
