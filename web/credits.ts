/** Tells the front end which libraries are built into it: `virtual:credits`, made at build time. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const SHIPPED = ['svelte', '@fontsource/bangers', '@fontsource-variable/inter', 'uqr'];

/** A package of the front end that reaches the browser, with its licence as it states it. */
function library(name: string) {
  const path = fileURLToPath(new URL(`./node_modules/${name}/package.json`, import.meta.url));
  const { version, license, homepage } = JSON.parse(readFileSync(path, 'utf8'));
  return { name, version, license, homepage: homepage ?? '' };
}

export function credits(): Plugin {
  return {
    name: 'smashup-credits',
    resolveId: (id) => (id === 'virtual:credits' ? `\0${id}` : undefined),
    load: (id) =>
      id === '\0virtual:credits'
        ? `export const libraries = ${JSON.stringify(SHIPPED.map(library))};`
        : undefined,
  };
}
