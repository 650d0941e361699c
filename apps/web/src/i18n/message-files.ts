import { withTitles } from '@daybook/domain/titles';
import { languageIn } from './languages.ts';
import sameAsInEnglish from './same-as-in-english.json';

// What the tests ask of the message files.

type Tree = { readonly [name: string]: string | Tree };
type Texts = ReadonlyMap<string, string>;

const files = import.meta.glob<Record<string, Tree>>('../locales/*.json', { import: 'default', eager: true });
const textsByLanguage = Object.fromEntries(
  Object.entries(files).map(([path, texts]) => {
    const language = languageIn(path);
    return [language, withTitles(texts, language) as Record<string, Tree>];
  }),
);

/** The texts of a tree by their keys: `errors.NETWORK`. */
const flat = (tree: Tree, path = ''): Map<string, string> =>
  new Map(
    Object.entries(tree).flatMap(([name, value]) =>
      typeof value === 'string' ? [[path + name, value] as const] : [...flat(value, `${path}${name}.`)],
    ),
  );

export const namespaces = Object.keys(textsByLanguage.en ?? {});

export const messagesOf = (namespace: string, language: string): Texts =>
  flat(textsByLanguage[language]?.[namespace] ?? {});

/** The keys whose texts are rightly the same in English. */
export const sameAsEnglishIn = (language: string): readonly string[] =>
  (sameAsInEnglish as Readonly<Record<string, readonly string[]>>)[language] ?? [];

const form = /_(zero|one|two|few|many|other)$/;

/** The key that is asked for with a count, where this is one of its plural forms. */
export const pluralOf = (key: string, texts: Texts): string | undefined =>
  form.test(key) && texts.has(key.replace(form, '_other')) ? key.replace(form, '') : undefined;

/** The keys that are asked for. */
export const keysOf = (texts: Texts) => [
  ...new Set([...texts.keys()].map((key) => pluralOf(key, texts) ?? key)),
];
