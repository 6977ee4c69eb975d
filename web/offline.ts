/** Makes the service worker of a build: `worker.js` with the list of the files to keep. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const SOURCE = fileURLToPath(new URL('./src/worker.js', import.meta.url));
const LANGUAGE = /src\/smashup\/languages\//;
const OF_PUBLIC = ['icon.svg', 'manifest.webmanifest'];

export function offline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    generateBundle(_, bundle) {
      // Languages are kept when they are chosen.
      const files = Object.values(bundle)
        .filter((file) => !(file.type === 'chunk' && LANGUAGE.test(file.facadeModuleId ?? '')))
        .map(({ fileName }) => fileName)
        .filter((name) => name.startsWith('assets/'))
        .concat(OF_PUBLIC)
        .sort();
      const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 12);
      const source = readFileSync(SOURCE, 'utf8').replace(
        "'__KEPT__'",
        JSON.stringify({ version, files }),
      );
      this.emitFile({ type: 'asset', fileName: 'worker.js', source });
    },
  };
}
