import { expect, test } from 'vitest';
import bases from '../src/lib/bases.json';
import { LANDS } from '../src/lib/lands';
import { sceneOf } from '../src/lib/scenes';

const names = Object.keys(bases);

test('no two bases look alike', () => {
  const scenes = names.map((name) => JSON.stringify(sceneOf(name)));
  expect(new Set(scenes).size).toBe(names.length);
  expect(new Set(Object.values(bases).map((look) => JSON.stringify(look))).size).toBe(names.length);
});

test('the land of every place can be drawn', () => {
  expect(Object.values(bases).filter(({ land }) => !(land in LANDS))).toEqual([]);
});

test('a base that is not known gets a scene of its own, always the same', () => {
  expect(sceneOf('Some New Place')).toEqual(sceneOf('Some New Place'));
  expect(sceneOf('Some New Place')).not.toEqual(sceneOf('Some Other Place'));
});

test('a scene is drawn with whole numbers, inside a path', () => {
  for (const name of names) {
    for (const { path } of sceneOf(name).layers) expect(path).toMatch(/^[\d\s.,MLQHVZahqvlc-]+$/i);
  }
});
