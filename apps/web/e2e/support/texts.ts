import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const sources = join(import.meta.dirname, '../../src');
const read = (path: string) => JSON.parse(readFileSync(join(sources, path), 'utf8'));

/** The front-end's own texts of a language: `text('cheques.new')`, `text('common.save')`. */
export function textsOf(language: 'en' | 'ar') {
  const spaces: Record<string, unknown> = {};
  for (const name of ['common', 'issues']) spaces[name] = read(`i18n/locales/${language}/${name}.json`);
  for (const name of readdirSync(join(sources, 'features')))
    spaces[name] = read(`features/${name}/locales/${language}.json`);
  return (path: string, values: Record<string, string> = {}): string => {
    let found: unknown = spaces;
    for (const key of path.split('.')) found = (found as Record<string, unknown> | undefined)?.[key];
    if (typeof found !== 'string') throw new Error(`There is no text ${path}.`);
    return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
  };
}
