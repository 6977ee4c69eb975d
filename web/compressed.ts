/** Writes each built file a second and third time, compressed, for the server to send as it is. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const WORTH_IT = /\.(js|css|html|svg|json)$/;

export function compressed(): Plugin {
  return {
    name: 'smashup-compressed',
    apply: 'build',
    writeBundle({ dir = '' }) {
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        if (!WORTH_IT.test(name)) continue;
        const file = join(dir, name);
        const body = readFileSync(file);
        writeFileSync(`${file}.br`, brotliCompressSync(body));
        writeFileSync(`${file}.gz`, gzipSync(body));
      }
    },
  };
}
