import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';

const locales = join(import.meta.dirname, 'src/locales');

/** Tells, in each language, that the page needs JavaScript. */
export const noscript: Plugin = {
  name: 'noscript',
  transformIndexHtml: (html) => {
    const texts = globSync(join(locales, '*.json')).map((path) => {
      const { common } = JSON.parse(readFileSync(path, 'utf8')) as { common: { noscript: string } };
      return `<p lang="${basename(path, '.json')}" dir="auto">${common.noscript}</p>`;
    });
    return html.replace('<noscript></noscript>', `<noscript>${texts.join('')}</noscript>`);
  },
};
