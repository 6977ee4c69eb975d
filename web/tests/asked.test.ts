import { expect, test } from 'vitest';
import { GameStore } from '../src/lib/game.svelte';
import type { Decision } from '../src/lib/protocol';
import { askedWhole, questionOf } from '../src/table/asked';
import { askerOf, momentOf } from '../src/table/who';
import { decision, option, view } from './table';

function asking(question: Decision): GameStore {
  const store = new GameStore();
  store.show(view({ hand: [['c1', 'Deputy']], decision: question }), []);
  return store;
}

test('what glows is looked for where it lies', () => {
  const uses = (card: string) => decision('play', [option({ verb: 'use', card })]);
  expect(questionOf(asking(uses('c9')), uses('c9'))).toContain('on the table');
  expect(questionOf(asking(uses('c1')), uses('c1'))).toContain('in your hand');
});

test('plays that are the same are counted', () => {
  const store = asking(decision('play', [option({ verb: 'play', card: 'c1' })]));
  const words = (sentence: string) => ({ words: { sentence } });
  const squeezed = words('an extra minion (Sir Squeezes)');
  const plays = [words('an action'), squeezed, squeezed, squeezed];
  const shown = store.view;
  if (!shown) throw new Error('no view');
  store.show({ ...shown, public: { ...shown.public, plays: plays as never } }, []);
  const asked = store.decision;
  expect(asked && questionOf(store, asked)).toBe(
    'Play an action and an extra minion (Sir Squeezes) ×3, or end your turn',
  );
});

test('where the end of the turn has a button beside it, it is not said', () => {
  const play = decision('play', [option({ verb: 'use', card: 'c9' })]);
  expect(questionOf(asking(play), play, true)).toBe('Use what glows on the table');
  const nothing = decision('play', [option({ verb: 'end' })]);
  expect(questionOf(asking(nothing), nothing, true)).toBe('End your turn');
});

test('a card that asks is named once', () => {
  const source = { key: 'p1', name: 'Ninja Dojo' };
  const scored = (name: string) => ({ sentence: `after ${name} scored` });
  const own = { ...decision('yes_no', []), source, moment: scored('Ninja Dojo') };
  expect(askerOf(asking(own), own)).toBeNull();
  expect(momentOf(asking(own), own)).toBe('After Ninja Dojo scored:');
  const other = { ...own, moment: scored('Tortuga') };
  expect(askerOf(asking(other), other)).toBe(source);
  expect(momentOf(asking(other), other)).toBe(' · after Tortuga scored:');
});

test('a card that the question begins with is not named before it', () => {
  const source = { key: 'c5', name: 'Gunfighter' };
  const prompt = {
    sentence: '{mine} duels {theirs}: use a card from your hand?',
    values: { mine: 'Gunfighter', theirs: 'Walker' },
  };
  const duel = { ...decision('choose', []), source, prompt };
  expect(askedWhole(asking(duel), duel)).toBe(
    'Gunfighter duels Walker: use a card from your hand?',
  );
});

test('the whole question says which card asks, when, and what', () => {
  const source = { key: 'p1', name: 'Ninja Dojo' };
  const own = { ...decision('yes_no', []), source };
  expect(askedWhole(asking(own), own)).toBe('Ninja Dojo: What now?');
  const later = { ...own, moment: { sentence: 'after Tortuga scored' } };
  expect(askedWhole(asking(later), later)).toBe('Ninja Dojo · after Tortuga scored: What now?');
  const plain = decision('choose', []);
  expect(askedWhole(asking(plain), plain)).toBe('What now?');
});
