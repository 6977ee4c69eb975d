import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api, Refused } from '../src/lib/api';
import type { Moment, ReplayInfo } from '../src/lib/protocol';
import { ReplayPlayer } from '../src/lib/replay.svelte';
import { forget, keep } from '../src/lib/tokens.svelte';

const outline = {
  replay: 'r',
  room: 'blue-fox',
  seats: [],
  edition: 'oops',
  factions: [],
  created: 0,
  moves: 10,
  deciders: [],
  turns: [
    { turn: 1, seat: 0, move: 2 },
    { turn: 2, seat: 1, move: 6 },
  ],
  vp: [15, 3],
  winners: [0],
  seat: null,
  open: true,
  notice: 'Move 11 of 20 leads to another position.',
} as ReplayInfo;

const moment = (move: number) =>
  ({
    view: {
      public: { turn_number: move },
      private: { decision: { prompt: { sentence: 'Do it' } } },
    },
    events: [],
    chances: null,
  }) as unknown as Moment;

let player: ReplayPlayer;

describe('whose eyes a replay is seen through', () => {
  it('is one’s own where one played, else a spectator’s', async () => {
    expect(player.seen).toBeNull();
    keep({ room: 'blue-fox', seat: 1, token: 't' });
    await player.open(0, null);
    expect(player.seen).toBe(1);
    await player.look(null);
    expect(player.seen).toBeNull();
    await player.open(0, 0);
    expect(player.seen).toBe(0);
    forget('blue-fox');
  });
});

beforeEach(async () => {
  vi.spyOn(api, 'replay').mockResolvedValue(outline);
  vi.spyOn(api, 'replayAt').mockImplementation(async (_, move) => moment(move));
  player = new ReplayPlayer('r');
  await player.open(0, null);
});

afterEach(() => {
  player.close();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('a replay', () => {
  it('shows a moment with nothing to decide', async () => {
    await player.goTo(4);
    expect(player.store.view?.public.turn_number).toBe(4);
    expect(player.store.decision).toBeNull();
  });

  it('tells why it may not be the game that was played', () => {
    expect(player.store.room?.notice).toBe(outline.notice);
  });

  it('stays between its first and last move', async () => {
    await player.goTo(99);
    expect(player.move).toBe(10);
    await player.goTo(-3);
    expect(player.move).toBe(0);
  });

  it('jumps from turn to turn and then to its ends', async () => {
    const stops: number[] = [];
    for (const by of [1, 1, 1, -1, -1, -1] as const) {
      await player.goTurn(by);
      stops.push(player.move);
    }
    expect(stops).toEqual([2, 6, 10, 6, 2, 0]);
  });

  it('draws the moment wished for last, though an earlier one arrives later', async () => {
    let late = (_: Moment) => {};
    vi.mocked(api.replayAt).mockImplementationOnce(
      () =>
        new Promise((arrive) => {
          late = arrive;
        }),
    );
    const first = player.goTo(7);
    await player.goTo(3);
    late(moment(7));
    await first;
    expect(player.store.view?.public.turn_number).toBe(3);
  });

  it('plays on to its end and stops', async () => {
    vi.useFakeTimers();
    await player.goTo(8);
    player.play();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(player.move).toBe(10);
    expect(player.playing).toBe(false);
  });

  it('looks through a seat’s eyes', async () => {
    await player.look(1);
    expect(vi.mocked(api.replayAt).mock.calls.some(([, , seen]) => seen === 1)).toBe(true);
    expect(player.store.seat).toBe(1);
  });

  it('says why it cannot be shown', async () => {
    vi.mocked(api.replay).mockRejectedValueOnce(new Refused('no_such_replay', 'Gone.', 'Ask.'));
    await player.open(0, null);
    expect(player.refused?.code).toBe('no_such_replay');
  });
});
