import { beforeEach, expect, test } from 'vitest';
import { faceIn, faceOnTable, faceWithWords } from '../src/lib/face';
import { fitText, heightOf, linesIn, measureBy, SMALLEST } from '../src/lib/fit.svelte';

const words = (count: number) => Array.from({ length: count }, () => 'minion').join(' ');
const card = (count: number) => ({
  name: 'Armor Stego',
  words: words(count),
  foot: ['Dinosaurs · Minion', 'Minion'],
});

// Every letter is half as wide as high.
beforeEach(() => measureBy((text) => text.length / 2));

test('a text takes as many lines as its words need', () => {
  expect(linesIn('one', 100, 10, 'plain')).toBe(1);
  expect(linesIn('minion minion minion', 80, 10, 'plain')).toBe(2);
  expect(linesIn('minion', 20, 10, 'plain')).toBe(Number.POSITIVE_INFINITY);
});

test('the largest size that fits is taken, and none under the smallest', () => {
  const room = { width: 120, height: 60 };
  const size = fitText(words(6), room, 20);
  expect(size).toBeGreaterThanOrEqual(SMALLEST);
  expect(heightOf(words(6), room.width, size, 'plain')).toBeLessThanOrEqual(room.height);
  expect(heightOf(words(6), room.width, size + 0.5, 'plain')).toBeGreaterThan(room.height);
  expect(fitText(words(40), room, 20)).toBe(0);
});

test('a card in the hand has all its words, in a wider frame if they are many', () => {
  const usual = { width: 130, height: 190 };
  const [few, many, most] = [5, 25, 60].map((count) => faceWithWords(card(count), usual, 16));
  expect(few?.width).toBe(130);
  expect(many?.width).toBeGreaterThan(130);
  expect(most?.width).toBeGreaterThan(many?.width ?? 0);
  for (const face of [few, many, most]) expect(face?.words).toBeGreaterThanOrEqual(SMALLEST);
});

test('a card of which nothing is known yet is as wide as others', () => {
  const unknown = { name: 'Armor Stego', words: '', foot: [] };
  expect(faceWithWords(unknown, { width: 130, height: 190 }, 16).width).toBe(130);
});

test('a hand too low for any words is not searched for ever', () => {
  expect(faceWithWords(card(20), { width: 100, height: 40 }, 16).words).toBe(0);
});

test('on the table words are there whole beside a picture, or not at all', () => {
  const large = faceOnTable(card(6), { width: 150, height: 200 }, 16, 12);
  expect(large.words).toBeGreaterThanOrEqual(SMALLEST);
  expect(large.picture).toBeGreaterThan(0);
  const small = faceOnTable(card(30), { width: 110, height: 120 }, 16, 12);
  expect(small.words).toBe(0);
  expect(small.picture).toBeGreaterThan(0);
});

test('a foot that does not fit is said shorter, or left out', () => {
  const feet = [260, 120, 70].map((width) => faceIn(card(1), { width, height: 190 }, 16).foot);
  expect(feet).toEqual(['Dinosaurs · Minion', 'Minion', '']);
});

test('on the table a card says its kind where that takes nothing from its words', () => {
  const [roomy, tight] = [220, 150].map(
    (height) => faceOnTable(card(6), { width: 150, height }, 16, 12).foot,
  );
  expect([roomy, tight]).toEqual(['Minion', '']);
  const wordless = faceOnTable(card(60), { width: 150, height: 200 }, 16, 12);
  expect([wordless.words, wordless.foot]).toEqual([0, 'Minion']);
});

test('what a base is worth has a line of its own', () => {
  const box = { width: 190, height: 150 };
  const pictures = [card(5), { ...card(5), awards: '4 · 2 · 1 VP' }].map(
    (each) => faceIn(each, box, 16).picture,
  );
  const line = 0.8 * 16 * 1.25 + 0.3 * 16;
  expect(pictures[1]).toBeGreaterThan(0);
  expect(Math.abs((pictures[0] ?? 0) - (pictures[1] ?? 0) - line)).toBeLessThan(1); // whole pixels
});
