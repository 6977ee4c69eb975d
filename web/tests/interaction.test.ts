import { beforeEach, expect, test } from 'vitest';
import type { Wish } from '../src/lib/connection';
import { GameStore } from '../src/lib/game.svelte';
import type { Decision } from '../src/lib/protocol';
import { Interaction } from '../src/table/interaction.svelte';
import { decision, option, view } from './table';

const hand: [string, string][] = [
  ['c1', 'Zapbot'],
  ['c2', 'Zapbot'],
  ['c3', 'Invader'],
];
const here = option({ verb: 'play', card: 'c1', name: 'Zapbot', place: 'p1' });
const there = option({ verb: 'play', card: 'c1', name: 'Zapbot', place: 'p2' });
const invader = option({ verb: 'play', card: 'c3', name: 'Invader', place: 'p1' });
const end = option({ verb: 'end' });

let asked: Wish[];

beforeEach(() => {
  asked = [];
});

function table(question: Decision): Interaction {
  const store = new GameStore();
  store.use({
    ask: async (request) => {
      asked.push(request);
      return { t: 'ok', id: '1', v: 1 };
    },
    wake: () => undefined,
    lost: () => undefined,
    close: () => undefined,
  });
  store.show(view({ hand, decision: question }), []);
  return new Interaction(store);
}

const answers = () => asked.flatMap((request) => (request.t === 'answer' ? [request.option] : []));

test('a card is picked, then where it goes: one answer', () => {
  const ui = table(decision('play', [here, there, invader, end]));
  ui.pick('c1');
  expect(answers()).toEqual([]);
  expect([...ui.lit.keys()]).toEqual(['p1', 'p2']);
  ui.pick('p2');
  expect(answers()).toEqual([there.i]);
});

test('a copy that was clicked is the one shown as picked', () => {
  const ui = table(decision('play', [here, there, end]));
  ui.pick('c2');
  expect(ui.isPicked('c2')).toBe(true);
  expect(ui.isPicked('c1')).toBe(false);
  ui.pick('p1');
  expect(answers()).toEqual([here.i]);
});

test('another card can be picked instead', () => {
  const ui = table(decision('play', [here, there, invader, end]));
  ui.pick('c1');
  ui.pick('c3');
  expect(ui.held).toBe('c3');
  expect(ui.confirm).toBe(invader);
});

test('the picked card clicked again is played if it is clear how, else put back', () => {
  const ui = table(decision('play', [here, there, invader, end]));
  ui.pick('c1');
  ui.pick('c1');
  expect(ui.picks).toEqual([]);
  ui.pick('c3');
  ui.pick('c3');
  expect(answers()).toEqual([invader.i]);
});

test('a card that needs no target is played by a click on any base', () => {
  const howl = option({ verb: 'play', card: 'c3', name: 'Howl' });
  const ui = table(decision('play', [here, there, howl, end]));
  ui.pick('c3');
  ui.click('p2', 'Jungle', 'base');
  expect(answers()).toEqual([howl.i]);
});

test('a card that has a target goes nowhere else', () => {
  const ui = table(decision('play', [here, there, invader, end]));
  ui.pick('c3');
  ui.click('p2', 'Jungle', 'base');
  expect(answers()).toEqual([]);
});

test('a guide lets only the move pass that it wants, and is told of other tries', () => {
  const ui = table(decision('play', [here, there, invader, end]));
  const tried: string[] = [];
  const picked: string[][] = [];
  ui.guide = {
    wants: ({ i }) => i === there.i,
    declined: (what) => tried.push(what),
    picked: (picks) => picked.push(picks),
  };
  ui.pick('c3');
  ui.skip();
  ui.pick('c1');
  ui.pick('p1');
  expect(answers()).toEqual([]);
  expect(tried).toEqual(['Invader', '', 'Zapbot']);
  expect(picked.at(-1)).toEqual(['c1']);
  ui.pick('p2');
  expect(answers()).toEqual([there.i]);
});

test('an illegal card in the hand asks why', () => {
  const ui = table(decision('play', [here, there, end]));
  ui.click('c3', 'Invader', 'hand');
  expect(asked).toEqual([{ t: 'why', v: 0, key: 'c3' }]);
});

test('skipping takes the option that declines', () => {
  const ui = table(decision('play', [here, end]));
  expect(ui.skip()).toBe(true);
  expect(answers()).toEqual([end.i]);
});

test('number keys count what can be picked, first the hand, then words', () => {
  const word = option({ word: 'top' });
  const ui = table(decision('choose', [word, option({ card: 'c3', name: 'Invader' })]));
  expect(ui.numbered.map(({ key, option }) => key ?? option.word)).toEqual(['c3', 'top']);
});

test('a card shown large goes with the thing it was shown for', () => {
  const ui = table(decision('play', [here, there, end]));
  const spine = document.createElement('button');
  document.body.append(spine);
  ui.look({ name: 'Zapbot' }, spine);
  ui.hoverCheck();
  expect(ui.peek?.card.name).toBe('Zapbot');
  spine.remove();
  ui.hoverCheck();
  expect(ui.peek).toBeNull();
});
