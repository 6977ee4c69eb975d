import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { compress } from './compress.ts';
import { credits } from './credits.ts';
import { offline } from './offline.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
// Where `smashup serve` listens while the front end is being worked on (`npm run dev`).
const server = process.env.SMASHUP_SERVER ?? 'http://127.0.0.1:8642';

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), credits(), offline(), compress()],
  base: './',
  resolve: {
    alias: { $lib: here('./src/lib') },
    // vitest would otherwise take Svelte's server half
    conditions: mode === 'test' ? ['browser'] : undefined,
  },
  server: {
    proxy: {
      '/api': { target: server, changeOrigin: true },
      '/icons': { target: server, changeOrigin: true },
      '/ws': { target: server, ws: true, changeOrigin: true },
    },
  },
  build: {
    outDir: here('../src/smashup/server/static'),
    emptyOutDir: true,
    target: 'es2022',
    // These know light-dark(), which must be decided where a colour is used.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // Nothing inline: the server's content security policy allows only files of its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  test: { environment: 'jsdom', include: ['tests/**/*.test.ts'] },
}));
