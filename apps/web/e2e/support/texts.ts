import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { withTitles } from '@daybook/domain/titles';
import { isolated } from '../../src/lib/text.ts';

const locales = join(import.meta.dirname, '../../src/locales');

/** The languages there are. */
export const languages = readdirSync(locales).map((file) => basename(file, '.json'));

/** The front-end's own texts of a language: `text('cheques.new')`, `text('common.save')`. */
export function textsOf(language: string) {
  const own = JSON.parse(readFileSync(join(locales, `${language}.json`), 'utf8'));
  const texts: unknown = withTitles(own, language);
  return (path: string, values: Record<string, string> = {}): string => {
    let found = texts;
    for (const key of path.split('.')) found = (found as Record<string, unknown> | undefined)?.[key];
    if (typeof found !== 'string') throw new Error(`There is no text ${path}.`);
    // Numbers stand in a text as they are, other values isolated.
    return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
      name === 'count' ? (values[name] ?? '') : isolated(values[name] ?? ''),
    );
  };
}
