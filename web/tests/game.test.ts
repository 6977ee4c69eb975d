import { beforeEach, expect, test, vi } from 'vitest';
import type { Wish } from '../src/lib/connection';
import { GameStore } from '../src/lib/game.svelte';
import type { Changes, News, Reply, RoomInfo, View } from '../src/lib/protocol';
import { change } from '../src/lib/settings.svelte';
import { strings } from '../src/lib/strings';
import { base, decision, event, option, piece, view } from './table';

const scout = piece('c8', 'Scout', 1, 3);
const empty = view({ hand: [['c1', 'Zapbot']] });
const withScout = view({ bases: [base('p1', 'Tortuga', [scout]), base('p2', 'Jungle')] });

const playing = { state: 'playing', seats: [] as unknown[] } as RoomInfo;

function welcome(shown: View | null, chances: number[] | null = null): News {
  const before = { events: [], chat: [], chances, undo: null, ending: null, meanwhile: null };
  return { t: 'welcome', n: 1, room: playing, seat: 0, v: 1, view: shown, ...before };
}
function update(n: number, shown: Changes, events = [event(n, {})]): News {
  return { t: 'update', n, v: n, view: shown, events };
}

let store: GameStore;
let asked: Wish[];
let reply: Reply;

beforeEach(() => {
  vi.useFakeTimers();
  change({ speed: 'normal' });
  asked = [];
  reply = { t: 'ok', id: '1', v: 2 };
  store = new GameStore();
  store.use({
    ask: async (request) => {
      asked.push(request);
      return reply;
    },
    wake: () => undefined,
    lost: () => undefined,
    close: () => undefined,
  });
});

test('events are shown one by one, then the new view is drawn', () => {
  store.hear(welcome(empty));
  const events = [
    event(5, { text: { sentence: 'first' } }),
    event(6, { text: { sentence: 'second' } }),
  ];
  store.hear(update(2, withScout, events));
  expect(store.showing?.text.sentence).toBe('first');
  expect(store.view?.public.bases[0]?.minions).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(store.showing?.text.sentence).toBe('second');
  vi.advanceTimersByTime(1_000);
  expect(store.showing).toBeNull();
  expect(store.view).toEqual({ ...withScout, private: withScout.private });
  expect(store.log.map(({ text }) => text.sentence)).toEqual(['first', 'second']);
});

test('a table that waits for its start has nothing to show yet', () => {
  store.hear(welcome(null));
  expect(store.view).toBeNull();
  store.hear(update(2, empty));
  vi.advanceTimersByTime(1_000);
  expect(store.view).toEqual(empty);
});

test('an event draws the card it is about', () => {
  store.hear(welcome(empty));
  store.hear(update(2, withScout, [event(5, { card: { key: 'c8', name: 'Scout' } })]));
  expect(store.view?.public.bases[0]?.minions.map(({ key }) => key)).toEqual(['c8']);
});

test('each event is drawn against the view it led to, not the newest', () => {
  store.hear(welcome(empty));
  const card = { key: 'c8', name: 'Scout' };
  store.hear(update(2, withScout, [event(5, { card })]));
  store.hear(update(3, { public: empty.public }, [event(6, { card, kind: 'minion destroyed' })]));
  expect(store.view?.public.bases[0]?.minions.length).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect(store.view?.public.bases[0]?.minions.length).toBe(0);
});

test('minor events take no time', () => {
  store.hear(welcome(empty));
  store.hear(update(2, withScout, [event(5, { minor: true })]));
  expect(store.showing).toBeNull();
  expect(store.view?.public).toBe(withScout.public);
});

test('instant shows nothing in between, and skipping ahead neither', () => {
  change({ speed: 'instant' });
  store.hear(welcome(empty));
  store.hear(update(2, withScout));
  expect(store.view?.public).toBe(withScout.public);
  change({ speed: 'slow' });
  store.hear(update(3, empty, [event(7, {}), event(8, {})]));
  store.catchUp();
  expect(store.showing).toBeNull();
  expect(store.log.length).toBe(3);
});

const bots = { state: 'over', seats: [{ kind: 'bot' }, { kind: 'bot' }] } as RoomInfo;

/** Three turns of bots, told long before they are shown, and the game is over. */
function watching(): void {
  store.hear({ ...welcome(empty, [0.5, 0.5]), seat: null } as News);
  for (const turn of [1, 2, 3]) {
    const events = [
      event(10 * turn, { kind: 'turn started', seat: turn % 2 }),
      event(10 * turn + 1, {}),
      event(10 * turn + 2, {}),
    ];
    store.hear(update(turn + 1, { public: empty.public }, events));
    store.hear({ t: 'chances', n: 20 + turn, v: turn + 1, chances: [turn / 10, 1 - turn / 10] });
  }
  store.hear({ t: 'room', n: 30, room: bots });
}

test('who watches is told neither the end nor the chances before they are shown', () => {
  watching();
  expect(store.ended).toBe(false);
  expect(store.chances).toEqual([0.5, 0.5]);
  store.goOn();
  store.goOn();
  expect(store.chances).toEqual([0.1, 0.9]);
  store.goBack();
  expect(store.chances).toEqual([0.5, 0.5]);
  store.catchUp();
  expect(store.ended).toBe(true);
  expect(store.chances).toEqual([0.3, 0.7]);
});

test('skipping a turn shows where the next one begins, and the last one the end', () => {
  watching();
  store.skipTurn();
  expect(store.showing?.e).toBe(20);
  expect(store.log.at(-1)?.e).toBe(20);
  store.skipTurn();
  expect(store.showing?.e).toBe(30);
  store.skipTurn();
  expect(store.showing).toBeNull();
  expect(store.ended).toBe(true);
});

test('bots among themselves are shown as slowly as one reads, however far they are', () => {
  watching();
  const many = Array.from({ length: 200 }, (_, i) => event(100 + i, {}));
  store.hear(update(9, {}, many));
  vi.advanceTimersByTime(700);
  expect(store.showing?.e).toBe(10);
});

test('an event told twice is logged once', () => {
  change({ speed: 'instant' });
  store.hear(welcome(empty));
  store.hear(update(2, {}, [event(5, {})]));
  store.hear(update(3, {}, [event(5, {}), event(6, {})]));
  expect(store.log.map(({ e }) => e)).toEqual([5, 6]);
});

test('only the sections that came are replaced', () => {
  change({ speed: 'instant' });
  store.hear(welcome(empty));
  store.hear(update(2, { public: withScout.public }, []));
  expect(store.view?.private).toBe(empty.private);
});

const asking = view({ decision: decision('yes_no', [option({ verb: 'yes' })]) });

test('a decision is offered once what led to it was shown', () => {
  store.hear(welcome(empty));
  store.hear(update(2, asking));
  expect(store.decision).toBeNull();
  vi.advanceTimersByTime(1_000);
  expect(store.decision?.kind).toBe('yes_no');
});

test('an answer is sent once, and the question is gone until the next version', async () => {
  store.hear(welcome(asking));
  const first = store.answer(0);
  expect(store.decision).toBeNull();
  expect(await store.answer(0)).toBe(false);
  expect(await first).toBe(true);
  expect(asked).toEqual([{ t: 'answer', v: 1, option: 0 }]);
  store.hear(update(2, asking, []));
  expect(store.decision).not.toBeNull();
});

test('a refused answer brings the question back and says why', async () => {
  store.hear(welcome(asking));
  reply = { t: 'error', code: 'too_many', message: 'Slow down.', next: 'Wait.' };
  await store.answer(0);
  expect(store.decision).not.toBeNull();
  expect(store.trouble?.message).toBe('Slow down.');
});

test('what was undone is gone from log and table', () => {
  change({ speed: 'instant' });
  store.hear(welcome(empty));
  store.hear(update(2, withScout));
  store.hear({ t: 'undone', n: 3, v: 3, view: empty, events: [] });
  expect(store.log).toEqual([]);
  expect(store.view).toEqual(empty);
});

test('a section that is left out is as it was', () => {
  change({ speed: 'instant' });
  store.hear(welcome(empty));
  store.hear(update(2, { public: withScout.public }));
  expect(store.view).toEqual({ public: withScout.public, private: empty.private });
});

test('who comes back finds the chances that were told before', () => {
  store.hear(welcome(empty, [0.7, 0.3]));
  expect(store.chances).toEqual([0.7, 0.3]);
  store.hear({ t: 'chances', n: 2, v: 2, chances: [0.8, 0.2] });
  expect(store.chances).toEqual([0.8, 0.2]);
});

test('a hint for a table that has moved on is not shown', async () => {
  store.hear(welcome(asking));
  reply = {
    t: 'hint',
    id: '1',
    option: 0,
    sentence: { sentence: 'Do.' },
    options: [],
    chances: [0.6, 0.4],
  };
  const hinted = store.askHint();
  store.hear(update(2, {}, []));
  await hinted;
  expect(store.hint).toBeNull();
  expect(store.chances).toEqual([0.6, 0.4]);
});

test('who comes in is told what waits for them and what was done in their place', () => {
  const meanwhile = { since: 5, answers: 2, undone: 1 };
  const undo = { seat: 1, answers: 3 };
  store.hear({ ...welcome(empty), meanwhile, undo } as News);
  expect(store.meanwhile).toEqual(meanwhile);
  expect(store.undoAsked).toEqual(undo);
  store.hear(welcome(empty));
  expect(store.meanwhile).toBeNull();
  expect(store.undoAsked).toBeNull();
});

const told = (e: number, about = {}) => event(e, { text: { sentence: `n${e}` }, ...about });

test('one can go back to what just happened, further each time, and is led to now again', () => {
  change({ speed: 'instant' });
  store.hear(welcome(empty));
  const scouted = told(5, { card: { key: 'c8', name: 'Scout' } });
  store.hear(update(2, withScout, [scouted, told(6), told(7, { minor: true })]));
  expect(store.showing).toBeNull();
  store.goBack();
  expect([store.showing?.e, store.again]).toEqual([6, true]);
  store.goBack();
  expect(store.showing?.e).toBe(5);
  expect(store.log.map(({ e }) => e)).toEqual([5]);
  vi.advanceTimersByTime(1_000);
  expect(store.showing?.e).toBe(6);
  vi.advanceTimersByTime(1_000);
  expect([store.showing, store.again]).toEqual([null, false]);
  expect(store.log.map(({ e }) => e)).toEqual([5, 6, 7]);
  expect(store.view?.public).toBe(withScout.public);
});

test('what just happened is more than that cards were drawn and whose turn it is', () => {
  change({ speed: 'instant' });
  store.hear(welcome(empty));
  store.hear(update(2, withScout, [told(5, { card: { key: 'c8', name: 'Scout' } })]));
  const turning = [told(6, { kind: 'drawn' }), told(7, { kind: 'turn started' })];
  store.hear(update(3, withScout, turning));
  store.goBack();
  expect(store.showing?.e).toBe(5);
});

test('before the first thing that happened there is nothing to go back to', () => {
  store.hear(welcome(empty));
  store.goBack();
  expect([store.showing, store.hasPast]).toEqual([null, false]);
});

test('the next thing comes at once if one likes', () => {
  store.hear(welcome(empty));
  store.hear(update(2, withScout, [told(5), told(6)]));
  store.goOn();
  expect(store.showing?.e).toBe(6);
  store.goOn();
  expect(store.showing).toBeNull();
  store.goOn();
  expect(store.view?.public).toBe(withScout.public);
});

test('powers are counted before the points of a base are given', () => {
  const after = { ...empty.public, players: empty.public.players.map((p) => ({ ...p, vp: 4 })) };
  const tortuga = { key: 'c91', name: 'Tortuga' };
  store.hear(welcome(empty));
  const awards = [
    told(5, { kind: 'base scored', card: tortuga, place: 'p1', rank: 0, power: 9 }),
    told(6, { kind: 'victory points', amount: 4, by: tortuga }),
  ];
  store.hear(update(2, { public: after }, awards));
  expect(store.scoring?.taken).toEqual([{ seat: 0, rank: 0, power: 9, vp: 4 }]);
  expect([store.paid, store.view?.public.players[0]?.vp]).toEqual([false, 0]);
  vi.advanceTimersByTime(2_700);
  expect([store.paid, store.view?.public.players[0]?.vp]).toEqual([true, 4]);
  vi.advanceTimersByTime(1_600);
  expect(store.scoring).toBeNull();
});

test('what is held stays until one goes on', () => {
  store.hear(welcome(empty));
  store.hold();
  store.hear(update(2, withScout, [told(5), told(6), told(7)]));
  vi.advanceTimersByTime(60_000);
  expect(store.showing?.e).toBe(5);
  store.goOn();
  vi.advanceTimersByTime(60_000);
  expect(store.showing?.e).toBe(6);
  store.hold();
  expect(store.showing?.e).toBe(7);
  vi.advanceTimersByTime(1_000);
  expect(store.showing).toBeNull();
});

test('a notice goes with the next thing that is done', async () => {
  store.hear(welcome(asking));
  reply = { t: 'error', code: 'nothing_to_undo', message: 'There is nothing.', next: '' };
  await store.undo();
  expect(store.trouble?.code).toBe('nothing_to_undo');
  reply = { t: 'ok', id: '2', v: 2 };
  await store.answer(0);
  expect(store.trouble).toBeNull();
});

test('an undo is offered only to who may have given an answer', async () => {
  store.hear({ ...welcome(asking), v: 0 } as News);
  expect(store.mayUndo).toBe(false);
  await store.answer(0);
  expect(store.mayUndo).toBe(true);
  store.hear({ t: 'undone', n: 3, v: 3, view: asking, events: [] });
  expect(store.mayUndo).toBe(false);
  store.hear(welcome(asking));
  expect(store.mayUndo).toBe(true);
  reply = { t: 'error', code: 'nothing_to_undo', message: 'There is nothing.', next: '' };
  await store.undo();
  expect(store.mayUndo).toBe(false);
});

test('whether there is something to take back is told by the server', async () => {
  store.hear({ ...welcome(asking), own_answers: 0 } as News);
  expect(store.mayUndo).toBe(false);
  store.hear({ ...welcome(asking), own_answers: 2 } as News);
  expect(store.mayUndo).toBe(true);
  // Another took something back: one's own answers hold.
  store.hear({ t: 'undone', n: 3, v: 3, view: asking, events: [], own_answers: 1 });
  expect(store.mayUndo).toBe(true);
  store.hear({ t: 'undone', n: 4, v: 4, view: asking, events: [], own_answers: 0 });
  expect(store.mayUndo).toBe(false);
});

const said = { t: 'chat', n: 9, name: 'Bo', text: 'Hello', at: 0, emote: null } as const;

test('what somebody says is seen beside their name for a while, and not their own as new', () => {
  store.hear(welcome(empty));
  store.hear({ ...said, seat: 0 });
  expect(store.unread).toBe(false);
  expect(store.bubbles).toEqual({});
  store.hear({ ...said, seat: 1 });
  expect(store.unread).toBe(true);
  expect(store.bubbles[1]).toBe('Hello');
  vi.advanceTimersByTime(60_000);
  expect(store.bubbles).toEqual({});
  store.unread = false;
  store.mute(1, true);
  store.hear({ ...said, seat: 1 });
  expect(store.bubbles).toEqual({});
  expect(store.unread).toBe(false);
  store.mute(1, false);
});

test('who gives up while others play on is told of at the table', () => {
  const seats = [0, 1, 2].map((seat) => ({ seat, kind: 'human', conceded: false }));
  const room = { state: 'playing', seats } as RoomInfo;
  store.hear(welcome(empty));
  store.hear({ t: 'room', n: 2, room });
  const without = seats.map((one) => ({ ...one, conceded: one.seat === 1 }));
  store.hear({ t: 'room', n: 3, room: { ...room, seats: without } as RoomInfo });
  expect(store.bubbles).toEqual({ 1: strings.people.gaveUp });
});

test('what was on the stage before one could play does not come back to it', () => {
  const scouting = event(5, { kind: 'minion played', card: { key: 'c8', name: 'Scout' }, seat: 1 });
  const asking = view({ decision: decision('play', [option({})]) });
  store.hear(welcome(empty));
  store.hear(update(2, asking, [scouting]));
  expect(store.stage.map(({ name }) => name)).toEqual(['Scout']);
  vi.advanceTimersByTime(10_000);
  expect(store.stage).toEqual([]);
  store.hear(update(3, empty, [event(6, { kind: 'drawn', seat: 0 })]));
  expect(store.showing).not.toBeNull();
  expect(store.stage).toEqual([]);
});
