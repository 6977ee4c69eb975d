import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { checkCommand, drawNumber, fairSeed, judge } from '../src/lib/fairness';
import type { RoomInfo } from '../src/lib/protocol';
import { sha256 } from '../src/lib/sha256';
import type { Ticket } from '../src/lib/tokens.svelte';

const secret = 'ab';
const commitment = sha256(secret);
const numbers = [1, null];

function room(change: object = {}, seed: number | null = fairSeed(secret, numbers)): RoomInfo {
  const fairness = { commitment, cut: [true, false], secret, numbers, ...change };
  return { fairness, options: { seed } } as unknown as RoomInfo;
}
const mine = (change: object = {}): Ticket[] => [
  { room: 'r', seat: 0, token: 't', at: 0, number: 1, commitment, ...change },
];

test('the hash is the one everybody else computes', () => {
  for (const length of [0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 1000]) {
    const text = 'ü'.repeat(length);
    expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
  }
});

test('the seed is the one that the server makes', () => {
  expect(fairSeed(secret, numbers)).toBe(4210550830474466); // as in src/smashup/fairness.py
});

test('numbers of ones own can be counted exactly', () => {
  const drawn = Array.from({ length: 100 }, drawNumber);
  expect(drawn.every((number) => Number.isSafeInteger(number) && number >= 0)).toBe(true);
  expect(new Set(drawn).size).toBe(100);
});

describe('a finished game', () => {
  test('is fair if all is as it was kept', () => {
    expect(judge(room(), mine())).toBe('kept');
  });
  test('says so where this browser gave no number', () => {
    expect(judge(room(), [{ room: 'r', seat: null, token: 't', at: 0 }])).toBe('unseen');
  });
  test('is not fair if anything differs', () => {
    expect(judge(room(), mine({ number: 2 }))).toBe('broken');
    expect(judge(room(), mine({ commitment: 'other' }))).toBe('broken');
    expect(judge(room({}, 1), mine())).toBe('broken');
    expect(judge(room({ secret: 'ac' }), mine())).toBe('broken');
    expect(judge(room({ numbers: [2, null] }), mine())).toBe('broken');
  });
  test('is not judged before it is over, or where nothing was promised', () => {
    expect(judge(room({ secret: null, numbers: null }, null), mine())).toBeNull();
    expect(judge({ fairness: null, options: null } as RoomInfo, mine())).toBeNull();
  });
  test('can be checked by a command', () => {
    expect(checkCommand(room())).toBe(
      `smashup fairness ab 1 - --commitment ${commitment} --seed 4210550830474466`,
    );
  });
});
