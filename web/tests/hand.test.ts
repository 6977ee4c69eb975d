import { describe, expect, it } from 'vitest';
import { spinesOf } from '../src/table/hand';

const hand = [
  { key: 'a', width: 100 },
  { key: 'b', width: 180 },
  { key: 'c', width: 120 },
];

describe('a hand that is too wide', () => {
  it('turns nothing while there is room', () => {
    expect(spinesOf(hand, 40, 0)).toEqual(new Set());
    expect(spinesOf(hand, 40, -30)).toEqual(new Set());
  });

  it('turns the widest first, and no more than it must', () => {
    expect(spinesOf(hand, 40, 140)).toEqual(new Set(['b']));
    expect(spinesOf(hand, 40, 141)).toEqual(new Set(['b', 'c']));
  });

  it('turns all where even that is too wide', () => {
    expect(spinesOf(hand, 40, 1000)).toEqual(new Set(['a', 'b', 'c']));
  });
});
