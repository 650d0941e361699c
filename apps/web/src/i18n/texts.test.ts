import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { issueCodes, journalKinds, PreferenceChanges, printLanguages, resources } from '@daybook/domain';
import { titles } from '@daybook/domain/titles';
import { createInstance } from 'i18next';
import { describe, expect, it } from 'vitest';
import { loginNamespaces } from '../../language-texts.ts';
import { navItems } from '../features.ts';
import { directionOf, languages, languagesOf, nameOf } from './languages.ts';
import { keysOf, messagesOf, namespaces, pluralOf, sameAsEnglishIn } from './message-files.ts';

// The scan finds `t('key')`, `` t(`roles.${role}`) `` and `t(is ? 'one' : 'other')` for every name that
// `useTranslation` gives its translator; a key in a variable must stand as a literal somewhere beside it.

const source = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(source, path), 'utf8');
const paths = (pattern: string) => globSync(pattern, { cwd: source }).map(String).sort();

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
/**
 * What is asked for by names that are declared: the menu's titles, the page without JavaScript, and in the history
 * sentences, records and their fields.
 */
const declared: Use[] = [
  ...navItems.map(({ name }) => ({ namespace: name, file: 'features.ts', key: 'title' })),
  { namespace: 'common', file: '../language-texts.ts', key: 'noscript' },
  { namespace: 'journal', file: 'data/history/Sentence.tsx', key: /^sentences\./ },
  ...journalKinds.flatMap((namespace) =>
    ['singular', 'title', /^fields\./].map((key) => ({ namespace, file: 'data/record-texts.ts', key })),
  ),
  // Also in the files that the service makes.
  ...namespaces
    .filter((name) => name !== 'common' && name in titles.en)
    .map((namespace) => ({ namespace, file: 'data/list-files.ts', key: /^fields\./ })),
];
const uses = [...sources.flatMap(usesIn), ...declared];
const literals = new Map(
  sources.map((file) => [
    file,
    new Set([...read(file).matchAll(/['"`]([^'"`\n]+)['"`]/g)].map(([, key]) => key)),
  ]),
);

/** What is loaded with a file: what it imports, and what that imports, but for types and what comes later. */
function loadedWith(file: string, found = new Set<string>()): ReadonlySet<string> {
  found.add(file);
  for (const [, path = ''] of read(file).matchAll(/^import (?!type )[^;]*?'(\.[^']+\.tsx?)';/gm)) {
    const other = join(dirname(file), path);
    if (!found.has(other)) loadedWith(other, found);
  }
  return found;
}

/** On the page of their account, or of their worker. */
const parts: readonly string[] = ['chequebooks', 'balanceReadings', 'payEntries', 'rates'];

it('every resource is in the menu', () => {
  const names: readonly string[] = [...navItems.map(({ name }) => name), ...parts];
  expect(resources.filter((name) => !names.includes(name))).toEqual([]);
});

describe('the sources', () => {
  it('are scanned at all', () => {
    expect(uses.length).toBeGreaterThan(50);
    expect(uses).toContainEqual({ namespace: 'login', file: 'features/login/LoginPage.tsx', key: 'submit' });
  });

  it('ask for no text that is not there', () => {
    const missing = uses.filter(({ namespace, key }) => {
      if (!namespaces.includes(namespace)) return true;
      const keys = keysOf(messagesOf(namespace, 'en'));
      return typeof key === 'string' ? !keys.includes(key) : !keys.some((known) => key.test(known));
    });
    expect(missing).toEqual([]);
  });

  it('say the texts of the log-in page in the part that comes with it', () => {
    const said = [...loadedWith('main.tsx')].flatMap((file) =>
      [...read(file).matchAll(/useTranslation\(([^)]*)\)/g)].map(
        ([, namespace]) => namespace?.replaceAll("'", '') || 'common',
      ),
    );
    expect([...new Set(said)].sort()).toEqual(loginNamespaces);
  });

  // The keys of `issues` are the service's codes, which the compiler looks after.
  it.each(namespaces.filter((name) => name !== 'issues'))('use every text of %s', (namespace) => {
    const own = uses.filter((use) => use.namespace === namespace);
    const beside = [...literals].filter(
      ([file]) =>
        namespace === 'common' || !file.startsWith('features/') || file.startsWith(`features/${namespace}/`),
    );
    const unused = keysOf(messagesOf(namespace, 'en')).filter(
      (key) =>
        !own.some((use) => (typeof use.key === 'string' ? use.key === key : use.key.test(key))) &&
        !beside.some(([, texts]) => texts.has(key)),
    );
    expect(unused).toEqual([]);
  });
});

// `{{count}}` and the tags of `Trans`: what the program puts in.
const placeholders = (text: string | undefined) =>
  [...(text ?? '').matchAll(/\{\{\s*(\w+)[^}]*\}\}|<\/?(\w+)>/g)].map(([, name, tag]) => name ?? tag).sort();
const formsOf = (language: string) => new Intl.PluralRules(language).resolvedOptions().pluralCategories;

it('every code of an issue has a text, and nothing else', () => {
  expect(keysOf(messagesOf('issues', 'en')).sort()).toEqual(issueCodes.toSorted());
});

it('printouts may have any of the languages', () => {
  expect(printLanguages.toSorted()).toEqual(languages.toSorted());
});

describe.each(languages)('the texts in %s', (language) => {
  it.each(namespaces)(
    '%s have the keys that English has, and every plural form of the language',
    (namespace) => {
      const en = messagesOf(namespace, 'en');
      const texts = messagesOf(namespace, language);
      // i18next asks for a form of none before that of the language's rule.
      const forms = (key: string) =>
        new Set([...formsOf(language), ...(en.has(`${key}_zero`) ? ['zero'] : [])]);
      const expected = keysOf(en).flatMap((key) =>
        en.has(key) ? [key] : [...forms(key)].map((form) => `${key}_${form}`),
      );
      expect([...texts.keys()].sort()).toEqual(expected.sort());
    },
  );

  it.each(namespaces)('%s have the same placeholders', (namespace) => {
    const en = messagesOf(namespace, 'en');
    const texts = messagesOf(namespace, language);
    for (const [key, text] of texts) {
      const plural = pluralOf(key, texts);
      // One and two, and none, may be said without a numeral.
      const names = (value: string | undefined) =>
        placeholders(value).filter((name) => !plural || name !== 'count');
      expect(names(text), key).toEqual(names(en.get(key) ?? en.get(`${plural}_other`)));
    }
  });

  it('say the number wherever a form is of more than one', () => {
    const rules = new Intl.PluralRules(language);
    const several = new Set(Array.from({ length: 200 }, (_, index) => rules.select(index + 3)));
    for (const namespace of namespaces) {
      const texts = messagesOf(namespace, language);
      const counted = keysOf(texts).filter((key) => texts.get(`${key}_other`)?.includes('{{count'));
      for (const key of counted)
        for (const form of several) expect(texts.get(`${key}_${form}`), key).toContain('{{count');
    }
  });

  it('are not empty, and not left in English', () => {
    const left = namespaces.flatMap((namespace) => {
      const en = messagesOf(namespace, 'en');
      return [...messagesOf(namespace, language)]
        .filter(([key, text]) => text.trim() === '' || (language !== 'en' && text === en.get(key)))
        .map(([key]) => `${namespace}.${key}`);
    });
    expect(left.sort()).toEqual(sameAsEnglishIn(language).toSorted());
  });

  it('are of a language with a name, which can be chosen', () => {
    expect(nameOf(language)).not.toBe(language);
    expect(PreferenceChanges.parse({ language })).toEqual({ language });
  });
});

// A language that is only a file: nothing else names it.
const files = {
  '../locales/fa.json': async () => ({
    common: { save: 'ذخیره' },
    bills: { title: 'صورتحساب‌ها', count_one: '{{count}} یک', count_other: '{{count}} صورتحساب' },
  }),
  '../locales/en.json': async () => ({ common: { save: 'Save' } }),
  '../locales/he.json': async () => ({ common: { save: 'שמירה' } }),
  '../locales/id.json': async () => ({ common: { save: 'Simpan' } }),
  '../locales/nb.json': async () => ({ common: { save: 'Lagre' } }),
  '../locales/zh-Hant.json': async () => ({ common: { save: '儲存' } }),
};

describe('a file of texts', () => {
  const { languages, languageOf, textsOf } = languagesOf(files);

  it('is a language; English stands first', () =>
    expect(languages).toEqual(['en', 'fa', 'he', 'id', 'nb', 'zh-Hant']));

  it.each([
    ['fa', 'fa'],
    ['fa-IR', 'fa'],
    ['FA-ir', 'fa'],
    ['zh-Hant', 'zh-Hant'],
    ['zh-CN', undefined],
    // What BCP 47 has a newer name for, and Norwegian by each of its names.
    ['iw', 'he'],
    ['IW-il', 'he'],
    ['in-ID', 'id'],
    ['no', 'nb'],
    ['nn-NO', 'nb'],
    ['de', undefined],
    ['', undefined],
    ['not a tag', undefined],
    [undefined, undefined],
  ])('is the nearest to %s where it is of %s', (tag, language) => expect(languageOf(tag)).toBe(language));

  it('has its name and direction from Intl', () => {
    expect(['en', 'fa', 'zh-Hant'].map((language) => nameOf(language))).toEqual([
      'English',
      'فارسی',
      '繁體中文',
    ]);
    expect(languages.map(directionOf)).toEqual(['ltr', 'rtl', 'rtl', 'ltr', 'ltr', 'ltr']);
    expect([nameOf('fr'), nameOf('tr')]).toEqual(['Français', 'Türkçe']);
  });

  it('is read by namespace', async () => {
    const i18n = createInstance();
    await i18n.init({ lng: 'fa', resources: { fa: Object.fromEntries(await textsOf('fa')) } });
    expect(i18n.getFixedT('fa', 'common')('save')).toBe('ذخیره');
    expect(Object.keys(i18n.getDataByLanguage('fa') ?? {}).sort()).toEqual(['bills', 'common']);
  });
});
