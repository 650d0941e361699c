import { globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { withTitles } from '@daybook/domain/titles';
import type { Plugin } from 'vite';

/** What the log-in page says; the other namespaces come after it. A test compares them with what it imports. */
export const loginNamespaces: readonly string[] = ['common', 'issues', 'login'];

/** The texts of a language, with the titles of columns, in two parts: those of the log-in page, and the others. */
export const languageTexts: Plugin = {
  name: 'language-texts',
  enforce: 'pre',
  async load(id) {
    const [, file, part] = /^(.*\.json)\?texts=(login|others)$/.exec(id) ?? [];
    if (!file) return undefined;
    this.addWatchFile(file);
    const texts = withTitles(JSON.parse(await readFile(file, 'utf8')), basename(file, '.json'));
    const own = Object.entries(texts).filter(
      ([namespace]) => loginNamespaces.includes(namespace) === (part === 'login'),
    );
    return { code: `export default ${JSON.stringify(Object.fromEntries(own))}`, moduleType: 'js' };
  },
};

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
