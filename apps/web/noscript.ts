import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const locales = join(import.meta.dirname, 'src/locales');

/** Tells, in each language, that the page needs JavaScript. */
export const noscript: Plugin = {
  name: 'noscript',
  transformIndexHtml: (html) => {
    const texts = globSync(join(locales, '*/common.json')).map((path) => {
      const { noscript: text } = JSON.parse(readFileSync(path, 'utf8')) as { noscript: string };
      return `<p lang="${basename(dirname(path))}" dir="auto">${text}</p>`;
    });
    return html.replace('<noscript></noscript>', `<noscript>${texts.join('')}</noscript>`);
  },
};
