import { afterEach, describe, expect, it, vi } from 'vitest';
import { api } from '../src/lib/api';
import { home } from '../src/lib/home';

describe('the path the table lies below', () => {
  afterEach(() => {
    history.replaceState(null, '', '/');
    vi.unstubAllGlobals();
  });

  it.each([
    ['/', ''],
    ['/settings', ''],
    ['/club/', '/club'],
    ['/games/club/#/room/a', '/games/club'],
  ])('of %s is "%s"', (address, path) => {
    history.replaceState(null, '', address);
    expect(home()).toBe(path);
  });

  it('comes before every call and every icon', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (address: string) => {
      asked.push(address);
      return new Response('[]');
    });
    history.replaceState(null, '', '/club/');
    await api.credits();
    await api.icons('/icons/a.json');
    expect(asked).toEqual(['/club/api/credits', '/club/icons/a.json']);
  });
});
