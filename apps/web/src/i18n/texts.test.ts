import { globSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { issueCodes, resources } from '@daybook/domain';
import { describe, expect, it } from 'vitest';
import { navItems } from '../shell/navigation.ts';

// The scan finds `t('key')`, `` t(`roles.${role}`) `` and `t(is ? 'one' : 'other')` for every name that
// `useTranslation` gives its translator; a key in a variable must stand as a literal somewhere beside it.

const source = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(source, path), 'utf8');
const paths = (pattern: string) => globSync(pattern, { cwd: source }).map(String).sort();

const features = paths('features/*/locales/en.json').map((path) => path.split(/[\\/]/)[1] ?? '');
const shared = paths('i18n/locales/en/*.json').map((path) => basename(path, '.json'));
const isShared = (namespace: string) => shared.includes(namespace);
const fileOf = (namespace: string, language: string) =>
  isShared(namespace)
    ? `i18n/locales/${language}/${namespace}.json`
    : `features/${namespace}/locales/${language}.json`;

type Tree = { readonly [name: string]: string | Tree };

function flat(tree: Tree, path = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([name, value]) =>
      typeof value === 'string' ? [[path + name, value] as const] : [...flat(value, `${path}${name}.`)],
    ),
  );
}
const textsOf = (namespace: string, language: string) =>
  flat(JSON.parse(read(fileOf(namespace, language))) as Tree);

const form = /_(zero|one|two|few|many|other)$/;
const forms = ['zero', 'one', 'two', 'few', 'many', 'other'];
const isPlural = (key: string, texts: ReadonlyMap<string, string>) =>
  form.test(key) && texts.has(key.replace(form, '_other'));
const bases = (texts: ReadonlyMap<string, string>) =>
  new Set([...texts.keys()].map((key) => (isPlural(key, texts) ? key.replace(form, '') : key)));
const placeholders = (text: string | undefined) =>
  [...(text ?? '').matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map(([, name]) => name).sort();

const namespaces = [...shared, ...features];

describe.each(namespaces)('the texts of %s', (namespace) => {
  const en = textsOf(namespace, 'en');
  const ar = textsOf(namespace, 'ar');

  it('have the same keys in both languages', () => {
    expect([...bases(ar)].sort()).toEqual([...bases(en)].sort());
  });

  it('have every plural form that the language knows', () => {
    const plurals = [...bases(en)].filter((key) => !en.has(key));
    for (const key of plurals) {
      expect([...en.keys()], key).toEqual(expect.arrayContaining([`${key}_one`, `${key}_other`]));
      for (const name of forms) expect(ar.has(`${key}_${name}`), `ar: ${key}_${name}`).toBe(true);
    }
  });

  it('are not empty', () => {
    for (const texts of [en, ar])
      expect([...texts].filter(([, text]) => text.trim() === '').map(([key]) => key)).toEqual([]);
  });

  it('have the same placeholders', () => {
    for (const [key, text] of ar) {
      // Arabic says one and two, and none, without a numeral.
      const counted = isPlural(key, ar);
      const names = (value: string | undefined) =>
        placeholders(value).filter((name) => !counted || name !== 'count');
      const other = counted && !en.has(key) ? en.get(key.replace(form, '_other')) : en.get(key);
      expect(names(text), key).toEqual(names(other));
    }
  });
});

interface Use {
  readonly namespace: string;
  readonly file: string;
  /** A key, or what all keys of a template match. */
  readonly key: string | RegExp;
}

/** The text from an opening bracket to its partner, strings left whole. */
function argumentsAt(text: string, open: number): string {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (`'"\``.includes(sign)) {
      for (at += 1; at < text.length && text[at] !== sign; at += 1) if (text[at] === '\\') at += 1;
    } else if ('([{'.includes(sign)) depth += 1;
    else if (')]}'.includes(sign)) depth -= 1;
    if (depth === 0) return text.slice(open + 1, at);
  }
  return '';
}

const firstArgument = (text: string) => {
  let end = 0;
  for (let depth = 0; end < text.length && !(depth === 0 && text[end] === ','); end += 1) {
    const sign = text[end] ?? '';
    if (`'"\``.includes(sign)) end = text.indexOf(sign, end + 1);
    else if ('([{'.includes(sign)) depth += 1;
    else if (')]}'.includes(sign)) depth -= 1;
  }
  return text.slice(0, end);
};

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function usesIn(file: string): Use[] {
  const text = read(file);
  const translators = [...text.matchAll(/\{([^{}]*)\}\s*=\s*useTranslation\(\s*(?:'(\w+)')?\s*\)/g)].flatMap(
    ({ index, 1: names = '', 2: namespace = 'common' }) => {
      const name = /(?:^|,)\s*t\s*(?::\s*(\w+))?\s*(?:,|$)/.exec(names);
      return name ? [{ name: name[1] ?? 't', namespace, index }] : [];
    },
  );
  return [...text.matchAll(/(?<![\w.$])(\w+)\(/g)].flatMap((call) => {
    const translator = translators.findLast(({ name, index }) => name === call[1] && index < call.index);
    if (!translator) return [];
    const argument = firstArgument(argumentsAt(text, call.index + call[0].length - 1));
    const { namespace } = translator;
    const literals = [...argument.matchAll(/(?<![!=]==? ?)'([^']*)'(?! ?[!=]==)/g)].map(
      ([, key = '']) => key,
    );
    const templates = [...argument.matchAll(/`([^`]*)`/g)].map(
      ([, template = '']) =>
        new RegExp(
          `^${template
            .split(/\$\{[^}]*\}/)
            .map(escaped)
            .join('.+')}$`,
        ),
    );
    return [...literals, ...templates].map((key) => ({ namespace, file: relative('', file), key }));
  });
}

const sources = paths('**/*.{ts,tsx}').filter((path) => !path.includes('.test.'));
/** What is asked for by names that are declared: the menu's titles, and in the history sentences, records and their fields. */
const declared: Use[] = [
  ...navItems.map(({ name }) => ({ namespace: name, file: 'shell/navigation.ts', key: 'title' })),
  { namespace: 'journal', file: 'data/history/Sentence.tsx', key: /^sentences\./ },
  ...resources.flatMap((namespace) =>
    ['singular', /^fields\./].map((key) => ({ namespace, file: 'data/record-texts.ts', key })),
  ),
];
const uses = [...sources.flatMap(usesIn), ...declared];
const literals = new Map(
  sources.map((file) => [
    file,
    new Set([...read(file).matchAll(/['"`]([^'"`\n]+)['"`]/g)].map(([, key]) => key)),
  ]),
);

it('every resource is in the menu', () => {
  const names: readonly string[] = navItems.map(({ name }) => name);
  expect(resources.filter((name) => !names.includes(name))).toEqual([]);
});

it.each(['en', 'ar'])('every code of an issue has a text, and nothing else: %s', (language) => {
  expect([...textsOf('issues', language).keys()].sort()).toEqual(issueCodes.toSorted());
});

describe('the sources', () => {
  it('are scanned at all', () => {
    expect(uses.length).toBeGreaterThan(50);
    expect(uses).toContainEqual({ namespace: 'login', file: 'features/login/LoginPage.tsx', key: 'submit' });
  });

  it('ask for no text that is not there', () => {
    const missing = uses.filter(({ namespace, key }) => {
      if (!namespaces.includes(namespace)) return true;
      const keys = [...bases(textsOf(namespace, 'en'))];
      return typeof key === 'string' ? !keys.includes(key) : !keys.some((known) => key.test(known));
    });
    expect(missing).toEqual([]);
  });

  // The keys of `issues` are the service's codes, which the compiler looks after.
  it.each([...features, 'common'])('use every text of %s', (namespace) => {
    const own = uses.filter((use) => use.namespace === namespace);
    const beside = [...literals].filter(
      ([file]) =>
        isShared(namespace) || !file.startsWith('features/') || file.startsWith(`features/${namespace}/`),
    );
    const unused = [...bases(textsOf(namespace, 'en'))].filter(
      (key) =>
        !own.some((use) => (typeof use.key === 'string' ? use.key === key : use.key.test(key))) &&
        !beside.some(([, texts]) => texts.has(key)),
    );
    expect(unused).toEqual([]);
  });
});
