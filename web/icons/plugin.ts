/**
 * Gives the front end exactly the icons it uses, as modules made at build time from the
 * game-icons set: `virtual:icons` is the index, `virtual:icons/GROUP` the paths of one group
 * (a faction's cards and bases, or `emblems`), and `virtual:credits` who is to be thanked.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

type Named = Record<string, string>;

const require = createRequire(import.meta.url);
const json = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Every group of icons: the name of a thing to the id of its icon. */
export function groups(): Record<string, Named> {
  const factions = json<Record<string, { emblem: string }>>(here('factions.json'));
  const emblems = Object.entries(factions).map(([name, { emblem }]) => [name, emblem]);
  return {
    ...json<Record<string, Named>>(here('cards.json')),
    emblems: Object.fromEntries(emblems) as Named,
  };
}

/** The path of an icon of the set, by its id. An icon that is missing stops the build. */
export function pathOf(id: string): string {
  const path = /^<path fill="currentColor" d="([^"]*)"\/>$/.exec(set().icons[id]?.body ?? '')?.[1];
  if (path === undefined) throw new Error(`game-icons has no plain icon "${id}": choose another.`);
  return path;
}

let loaded: { icons: Record<string, { body: string } | undefined> } | undefined;

function set() {
  loaded ??= json(require.resolve('@iconify-json/game-icons/icons.json'));
  return loaded as NonNullable<typeof loaded>;
}

function index(): string {
  const names = Object.entries(groups()).map(([group, icons]) => [group, Object.keys(icons)]);
  const loaders = names.map(([group]) => {
    const module = JSON.stringify(`virtual:icons/${slug(String(group))}`);
    return `${JSON.stringify(group)}: () => import(${module})`;
  });
  return [
    `export const names = ${JSON.stringify(Object.fromEntries(names))};`,
    `export const loaders = {${loaders.join(',')}};`,
  ].join('\n');
}

/** A group's name as it stands in file names. */
const slug = (group: string) => group.toLowerCase().replaceAll(' ', '-');

function group(name: string): string {
  const [, found] = Object.entries(groups()).find(([group]) => slug(group) === name) ?? [];
  const icons = Object.entries(found ?? {});
  return `export default ${JSON.stringify(
    Object.fromEntries(icons.map(([thing, id]) => [thing, pathOf(id)])),
  )};`;
}

/** A package of the front end that reaches the browser, with its licence as it states it. */
function library(name: string) {
  const { version, license, homepage } = json<Named>(here(`../node_modules/${name}/package.json`));
  return { name, version, license, homepage: homepage ?? '' };
}

function credits(): string {
  const shipped = [
    'svelte',
    '@fontsource/bangers',
    '@fontsource-variable/inter',
    '@iconify-json/game-icons',
  ];
  return `export const libraries = ${JSON.stringify(shipped.map(library))};
export const icons = ${JSON.stringify(groups())};`;
}

export function icons(): Plugin {
  return {
    name: 'smashup-icons',
    resolveId: (id) =>
      id.startsWith('virtual:icons') || id === 'virtual:credits' ? `\0${id}` : undefined,
    load(id) {
      if (id === '\0virtual:icons') return index();
      if (id === '\0virtual:credits') return credits();
      if (id.startsWith('\0virtual:icons/')) return group(id.slice('\0virtual:icons/'.length));
      return undefined;
    },
  };
}
