import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cards } from '../src/lib/catalogue.svelte';
import { factionScheme } from '../src/lib/factions';
import { iconFor, loadIcons } from '../src/lib/icons';

const base = { breakpoint: 20, vp: [4, 2, 1], text: '', rulings: [], type: 'base' };
const catalogue = {
  packs: [{ name: 'coast', title: 'The Coast' }],
  emblems: '/icons/all.json',
  factions: [
    {
      name: 'Keepers',
      set: 'coast',
      ink: '#111111',
      bright: '#eeeeee',
      soft: '#dddddd',
      icons: '/icons/keepers.json',
      cards: [],
      bases: [
        { ...base, name: 'The Pier' },
        { ...base, name: 'The Reef' },
      ],
    },
  ],
  editions: [],
  strengths: [],
  terms: [],
};
const files: Record<string, unknown> = {
  '/api/cards': catalogue,
  '/icons/all.json': { Keepers: 'M1' },
  '/icons/keepers.json': { 'The Pier': 'M2', 'The Reef': 'M3' },
};
let broken: string[] = [];
const asked = vi.fn(async (path: string) => {
  if (broken.includes(path)) throw new TypeError('no network');
  return new Response(JSON.stringify(files[path]));
});

beforeEach(() => {
  broken = [];
  asked.mockClear();
  vi.stubGlobal('fetch', asked);
});
afterEach(() => vi.unstubAllGlobals());

describe('before the catalogue is there', () => {
  it('has plain colours', () => {
    expect(factionScheme('Keepers').ink).toBe('#3f3a31');
  });

  it('has no icon, and forgives that nothing can be loaded', async () => {
    broken = ['/api/cards'];
    await loadIcons('The Pier');
    expect(iconFor('The Pier')).toBe('');
  });
});

describe('icons', () => {
  it('tries again after a failure, then loads all of a faction at once', async () => {
    broken = ['/icons/keepers.json'];
    await loadIcons('The Pier');
    broken = [];
    await loadIcons('The Pier');
    expect(iconFor('The Pier')).toBe('M2');
    expect(iconFor('The Reef')).toBe('M3');
  });

  it('does not ask twice for what is there', async () => {
    await loadIcons('The Pier');
    await loadIcons('The Reef');
    expect(asked).not.toHaveBeenCalled();
  });

  it('loads emblems apart', async () => {
    await loadIcons('Keepers');
    expect(iconFor('Keepers')).toBe('M1');
    expect(asked.mock.calls.map(([path]) => path)).toEqual(['/icons/all.json']);
  });

  it('has nothing for a stranger', async () => {
    await loadIcons('Nobody');
    expect(iconFor('Nobody')).toBe('');
  });
});

describe('what the catalogue says of a faction', () => {
  it('has its colours, and plain ones for a stranger', () => {
    expect(factionScheme('Keepers')).toMatchObject({ ink: '#111111', soft: '#dddddd' });
    expect(factionScheme('Nobody').ink).toBe('#3f3a31');
  });

  it('has the title of its set', () => {
    expect(cards.setTitle('coast')).toBe('The Coast');
    expect(cards.setTitle('elsewhere')).toBe('elsewhere');
  });
});
