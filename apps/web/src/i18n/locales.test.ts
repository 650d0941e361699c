import { issueCodes, PreferenceChanges, printLanguages } from '@daybook/domain';
import { describe, expect, it } from 'vitest';
import { languages, nameOf } from './languages.ts';
import { alikeIn, keysOf, messagesOf, namespaces, pluralOf } from './message-files.ts';

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
    expect(left.sort()).toEqual(alikeIn(language).toSorted());
  });

  it('are of a language with a name, which can be chosen', () => {
    expect(nameOf(language)).not.toBe(language);
    expect(PreferenceChanges.parse({ language })).toEqual({ language });
  });
});
