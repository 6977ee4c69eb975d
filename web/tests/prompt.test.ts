// @vitest-environment node
import { expect, test } from 'vitest';
import { promptOf } from '../src/lib/prompt';

test('a prompt names what its values say', () => {
  const values = { card: 'Ninja Master', most: 2 };
  const prompt = 'Move {card} or up to {most} others?';
  expect(promptOf({ prompt, values })).toBe('Move Ninja Master or up to 2 others?');
});

test('a prompt without values is said as it is', () => {
  expect(promptOf({ prompt: 'Which base?', values: {} })).toBe('Which base?');
});

test('a value is never read as a sentence itself', () => {
  const values = { card: '{seat}', seat: 'Ada' };
  expect(promptOf({ prompt: 'Give {card} to {seat}?', values })).toBe('Give {seat} to Ada?');
});
