// @vitest-environment node
import { expect, test } from 'vitest';
import { capital, fill } from '../src/lib/words';

const who = (seat: number) => ['you', 'Bo'][seat] ?? '';

test('words name what their values say', () => {
  const values = { card: 'Ninja Master', most: 2 };
  const sentence = 'Move {card} or up to {most} others?';
  expect(fill({ sentence, values }, who)).toBe('Move Ninja Master or up to 2 others?');
});

test('words without values are said as they are', () => {
  expect(fill({ sentence: 'Which base?' }, who)).toBe('Which base?');
});

test('a name that ends in a mark of its own needs no second one', () => {
  const drawn = { sentence: '{player} draws {cards}.', players: { player: 1 } };
  expect(fill({ ...drawn, values: { cards: 'Yokai Attack!' } }, who)).toBe(
    'Bo draws Yokai Attack!',
  );
  expect(fill({ ...drawn, values: { cards: 'Bushi' } }, who)).toBe('Bo draws Bushi.');
  const playing = { sentence: 'Play {card}?', values: { card: 'Dr Livingstone, I Presume?' } };
  expect(fill(playing, who)).toBe('Play Dr Livingstone, I Presume?');
});

test('a value is never read as a sentence itself', () => {
  const words = { sentence: 'Give {card} to {player}?', values: { card: '{player}' } };
  expect(fill({ ...words, players: { player: 1 } }, who)).toBe('Give {player} to Bo?');
});

test('words go into words, and players have names everywhere', () => {
  const minion = {
    sentence: '{card} ({player}, {base})',
    values: { card: 'Zapbot', base: 'Tortuga' },
    players: { player: 0 },
  };
  const words = { sentence: 'use {card}', values: { card: minion } };
  expect(capital(fill(words, who))).toBe('Use Zapbot (you, Tortuga)');
});
