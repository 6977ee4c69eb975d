import { expect, test } from 'vitest';
import { href, parseHash } from '../src/lib/router.svelte';

test('an address is a screen and its parts', () => {
  expect(parseHash('')).toEqual({ screen: '', parts: [] });
  expect(parseHash('#/')).toEqual({ screen: '', parts: [] });
  expect(parseHash('#/room/abc/se%2Fcret')).toEqual({ screen: 'room', parts: ['abc', 'se/cret'] });
});

test('a broken escape is taken as it stands', () => {
  expect(parseHash('#/room/%E0')).toEqual({ screen: 'room', parts: ['%E0'] });
});

test('a link leads back to its parts', () => {
  expect(parseHash(href('replay', 'x y', 17))).toEqual({ screen: 'replay', parts: ['x y', '17'] });
});
