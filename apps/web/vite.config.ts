import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { languageTexts, noscript } from './language-texts.ts';
import { serviceWorker } from './service-worker.ts';

const compressions = { br: promisify(brotliCompress), gz: promisify(gzip) };

/** Leaves each text asset compressed beside itself, so that the server never compresses while it answers. */
const precompressed: Plugin = {
  name: 'precompressed',
  apply: 'build',
  async closeBundle() {
    const assets = join(import.meta.dirname, 'dist/assets');
    const names = await readdir(assets);
    await Promise.all(
      names
        .filter((name) => /\.(m?js|css|svg)$/.test(name))
        .map(async (name) => {
          const content = await readFile(join(assets, name));
          for (const [extension, compress] of Object.entries(compressions))
            await writeFile(join(assets, `${name}.${extension}`), await compress(content));
        }),
    );
  },
};

/** Few files: a slow line pays for each of them. */
const groups = [
  // What the log-in page needs.
  { name: 'start', tags: ['$initial' as const], priority: 2 },
  // The frame around every other page, with the start page.
  { name: 'app', test: /\/src\/shell\/App\.tsx$/, priority: 1 },
  // What several screens share.
  { name: 'shared', minShareCount: 2 },
];

// Addresses in the build are relative to <base>, which the server sets; the nonce is put in at each answer.
export default defineConfig(({ command }) => ({
  base: command === 'build' ? './' : '/app/',
  plugins: [react(), noscript, languageTexts, serviceWorker, precompressed],
  html: { cspNonce: '__NONCE__' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
}));
