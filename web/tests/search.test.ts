// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { Catalogue } from '../src/lib/protocol';
import { ANYTHING, everything, search } from '../src/lib/search';

const minion = (name: string, text: string, rulings: string[] = []) => ({
  name,
  type: 'minion' as const,
  power: 3,
  copies: 1,
  plays_on: 'standard' as const,
  text,
  rulings,
  tags: [],
});

const plain = { ink: '#000000', bright: '#ffffff', soft: '#eeeeee', plays: '', icons: '' };
const catalogue: Catalogue = {
  packs: [],
  emblems: '',
  factions: [
    {
      name: 'Mad Scientists',
      set: 'monster_smash',
      ...plain,
      cards: [minion('Überserum', 'Cannot be destroyed.'), minion('Igor', 'Draw.', ['No jolt.'])],
      bases: [
        {
          name: 'Golem Schloß',
          type: 'base',
          breakpoint: 20,
          vp: [3, 2, 1],
          text: '',
          rulings: [],
        },
      ],
    },
    { name: 'Robots', set: 'core', ...plain, cards: [minion('Jolt', 'Says nothing.')], bases: [] },
  ],
  editions: [],
  strengths: [],
  terms: [],
};
const all = everything(catalogue);
const names = (wanted: Partial<typeof ANYTHING>) =>
  search(all, { ...ANYTHING, ...wanted }).map(({ def }) => def.name);

describe('search', () => {
  it('gives everything when nothing is asked', () => {
    expect(names({})).toEqual(['Überserum', 'Igor', 'Golem Schloß', 'Jolt']);
  });

  it('finds names without their accents', () => {
    expect(names({ words: 'uberserum' })).toEqual(['Überserum']);
    expect(names({ words: 'SCHLOSS' })).toEqual(['Golem Schloß']);
  });

  it('looks into words and rulings, names first', () => {
    expect(names({ words: 'jolt' })).toEqual(['Jolt', 'Igor']);
    expect(names({ words: 'destroyed mad' })).toEqual(['Überserum']);
  });

  it('narrows by faction, type and set', () => {
    expect(names({ faction: 'Robots' })).toEqual(['Jolt']);
    expect(names({ type: 'base' })).toEqual(['Golem Schloß']);
    expect(names({ set: 'monster_smash', type: 'minion' })).toEqual(['Überserum', 'Igor']);
    expect(names({ words: 'nothing at all' })).toEqual([]);
  });
});
