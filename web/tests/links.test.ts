import { describe, expect, it } from 'vitest';
import { fullLink, readLink } from '../src/lib/links';

describe('links', () => {
  it('are read whole or from the sign on', () => {
    const room = { screen: 'room', parts: ['blue-fox', 'secret'] };
    expect(readLink(' http://localhost:8000/#/room/blue-fox/secret ')).toEqual(room);
    expect(readLink('#/room/blue-fox/secret')).toEqual(room);
    expect(readLink('/room/blue-fox/secret')).toEqual(room);
  });

  it('that lead elsewhere are refused', () => {
    for (const text of ['', 'hello', 'http://localhost:8000/', '#/cards', '#/room']) {
      expect(readLink(text)).toBeNull();
    }
  });

  it('are read back as they were made', () => {
    expect(readLink(fullLink('replay', 'a b', 12))).toEqual({
      screen: 'replay',
      parts: ['a b', '12'],
    });
  });
});
