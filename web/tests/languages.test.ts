// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'svelte/compiler';
import { beforeAll, expect, test } from 'vitest';
import { bestOf, type CatalogueWords, said, translate } from '../src/lib/language';
import type { Catalogue } from '../src/lib/protocol';
import { stretches } from '../src/lib/rulewords';
import { count, countIn, gapsOf, isSaying, say, type Template } from '../src/lib/say';
import { strings } from '../src/lib/strings';
import { fill, sayBy } from '../src/lib/words';

const FOLDER = fileURLToPath(new URL('../../src/smashup/languages', import.meta.url));
const LANGUAGES = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
  .map((entry) => entry.name);

function screensOf(language: string): object {
  return JSON.parse(readFileSync(`${FOLDER}/${language}/screens.json`, 'utf-8'));
}

/** What is wrong with a language's words for the screens, each with where it is. */
function faults(own: unknown, other: unknown, where: string): string[] {
  if (typeof own === 'function' && !isSaying(own))
    return [`${where}: write it by say() or count()`];
  if (other === undefined) return [`${where}: lacks`];
  if (isSaying(own)) return saidWrong(own.english, other, where);
  if (typeof own === 'string')
    return typeof other === 'string' && other ? [] : [`${where}: no string`];
  if (other === null || typeof other !== 'object') return [`${where}: no words for its parts`];
  const names = new Set([...Object.keys(own as object), ...Object.keys(other)]);
  return [...names].flatMap((name) => {
    const part = (own as Record<string, unknown>)[name];
    if (part === undefined) return [`${where}.${name}: nothing of English has this name`];
    return faults(part, (other as Record<string, unknown>)[name], `${where}.${name}`);
  });
}

function saidWrong(english: Template, other: unknown, where: string): string[] {
  const wanted = gapsOf(typeof english === 'string' ? english : (english.other ?? '')).sort();
  const forms = typeof other === 'string' ? { other } : (other as Record<string, string>);
  const whole = gapsOf(forms.other ?? '').sort();
  if (whole.join() !== wanted.join()) return [`${where}: names ${whole}, English ${wanted}`];
  return Object.entries(forms)
    .filter(([, form]) => gapsOf(form).some((gap) => !wanted.includes(gap)))
    .map(([name]) => `${where}.${name}: names what English does not`);
}

test.each(LANGUAGES)(
  '%s says everything that the screens say, with the same values',
  (language) => {
    expect(faults(strings, screensOf(language), 'strings')).toEqual([]);
  },
);

test('faults are found: what lacks, what is too much, other values, an unwritten function', () => {
  const own = { a: 'A', b: say('{x} of {y}'), c: count({ one: 'one', other: '{n}' }), d: () => '' };
  expect(faults(own, { b: '{x}', c: { other: '{n}', one: '{m}' }, e: 'E' }, 's')).toEqual([
    's.a: lacks',
    's.b: names x, English x,y',
    's.c.one: names what English does not',
    's.d: write it by say() or count()',
    's.e: nothing of English has this name',
  ]);
});

test('a saying takes its values in the order of English, and counts', () => {
  expect(say('{who} has {n} of {all}')('Ann', 2, 3)).toBe('Ann has 2 of 3');
  const cards = count({ one: '{who} has a card', other: '{who} has {n} cards' });
  expect([cards(1, 'Ann'), cards(2, 'Bo')]).toEqual(['Ann has a card', 'Bo has 2 cards']);
});

test('another language takes over what it has; the rest stays English', () => {
  const tree = { a: 'yes', b: say('{x} of {y}'), c: ['one', 'two'], d: { e: 'stays' } };
  translate(tree, { a: 'ja', b: 'von {y}: {x}', c: ['eins'] });
  expect([tree.a, tree.b(1, 2), tree.c, tree.d.e]).toEqual([
    'ja',
    'von 2: 1',
    ['eins', 'two'],
    'stays',
  ]);
});

test('the browser is served by the nearest language there is', () => {
  const there = ['en', 'de', 'pt-BR'];
  expect(bestOf(['de-AT', 'en'], there)).toBe('de');
  expect(bestOf(['fr', 'pt-br', 'en'], there)).toBe('pt-BR');
  expect(bestOf(['fr'], there)).toBe('en');
});

test('words of the server are said by the sentences of the language, in its plural forms', () => {
  const who = (seat: number) => ['du', 'Bo'][seat] ?? '';
  const sentences = {
    '{player} draws {number} cards': {
      one: '{player} zieht eine Karte',
      other: '{player} zieht {number} Karten',
    },
  };
  sayBy(sentences);
  const draws = (number: number) => ({
    sentence: '{player} draws {number} cards',
    values: { number },
    players: { player: 1 },
  });
  expect([fill(draws(1), who), fill(draws(2), who)]).toEqual([
    'Bo zieht eine Karte',
    'Bo zieht 2 Karten',
  ]);
  expect(fill({ sentence: 'constructor' }, who)).toBe('constructor');
  sayBy({});
});

const catalogue = {
  factions: [
    {
      name: 'Robots',
      cards: [
        { name: 'Zapbot', text: 'Destroy it.' },
        { name: 'Other', text: 'Stays.' },
      ],
      bases: [],
    },
  ],
  editions: [{ name: 'core', title: 'First' }],
  strengths: [{ name: 'easy', title: 'Easy', description: 'Easily.' }],
  terms: [{ word: 'destroy', meaning: 'Away.', rule: 'TERM-destroy' }],
} as unknown as Catalogue;
const words: Partial<CatalogueWords> = {
  cards: { Robots: { Zapbot: 'Sie wird zerstört.' } },
  editions: { core: 'Erste' },
  terms: { destroy: { word: 'zerstören', forms: ['zerstört'], meaning: 'Weg.' } },
};

test('cards keep their names and say their words; what lacks is English', () => {
  const spoken = said(catalogue, words);
  expect(spoken.factions[0]?.cards.map(({ name, text }) => [name, text])).toEqual([
    ['Zapbot', 'Sie wird zerstört.'],
    ['Other', 'Stays.'],
  ]);
  expect(spoken.editions[0]?.title).toBe('Erste');
  expect(spoken.strengths[0]?.title).toBe('Easy');
});

test('words of the rules are found in all their forms', () => {
  const { terms } = said(catalogue, words);
  const found = stretches('Sie wird zerstört.', terms).find(({ term }) => term);
  expect([found?.text, found?.term?.meaning, found?.term?.rule]).toEqual([
    'zerstört',
    'Weg.',
    'TERM-destroy',
  ]);
});

/** Attributes that people read. */
const SPOKEN = ['alt', 'aria-label', 'aria-description', 'placeholder', 'title'];

/** What has a name and a value in the markup. */
const UNSEEN = /Attribute|Directive/;
/** Said alike in every language: names, keys, addresses. */
const ALIKE = ['Smash', 'Up', 'Enter', 'Esc', 'game-icons.net', 'CC BY 3.0', '…/#/room/…'];

/** The English that stands in a screen itself instead of in `strings`. */
function written(node: unknown, found: string[], attribute: string | null = null): string[] {
  if (Array.isArray(node)) for (const part of node) written(part, found, attribute);
  else if (node && typeof node === 'object') {
    const { type, name, data } = node as { type?: string; name?: string; data?: string };
    const inside =
      type === 'RegularElement' ? null : UNSEEN.test(type ?? '') ? (name ?? '') : attribute;
    if (
      type === 'Text' &&
      (inside === null || SPOKEN.includes(inside)) &&
      /[a-z]{2}/i.test(data ?? '')
    )
      found.push((data ?? '').trim());
    for (const [key, part] of Object.entries(node))
      if (key !== 'metadata') written(part, found, inside);
  }
  return found;
}

const SCREENS = fileURLToPath(new URL('../src', import.meta.url));
test.each(
  readdirSync(SCREENS, { recursive: true, encoding: 'utf-8' }).filter((name) =>
    name.endsWith('.svelte'),
  ),
)('%s has no word of its own', (name) => {
  const { fragment } = parse(readFileSync(`${SCREENS}/${name}`, 'utf-8'), { modern: true });
  expect(written(fragment, []).filter((word) => !ALIKE.includes(word))).toEqual([]);
});

beforeAll(() => countIn('de'));
