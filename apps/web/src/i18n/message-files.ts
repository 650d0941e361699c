// What the tests ask of the message files.
import { withTitles } from '@daybook/domain/titles';

type Tree = { readonly [name: string]: string | Tree };
type Texts = ReadonlyMap<string, string>;

const files = import.meta.glob<Tree>(['../locales/*/*.json', '!../locales/*/language.json'], {
  import: 'default',
  eager: true,
});
const notes = import.meta.glob<{ readonly asInEnglish: readonly string[] }>('../locales/*/language.json', {
  import: 'default',
  eager: true,
});

/** The texts of a tree by their keys: `errors.NETWORK`. */
const flat = (tree: Tree, path = ''): Map<string, string> =>
  new Map(
    Object.entries(tree).flatMap(([name, value]) =>
      typeof value === 'string' ? [[path + name, value] as const] : [...flat(value, `${path}${name}.`)],
    ),
  );

export const namespaces = Object.keys(files).flatMap((path) => /\/en\/([^/]+)\.json$/.exec(path)?.[1] ?? []);

export const messagesOf = (namespace: string, language: string): Texts =>
  flat(
    withTitles<Tree & { readonly fields?: Tree }>(
      (files[`../locales/${language}/${namespace}.json`] ?? {}) as Tree & { readonly fields?: Tree },
      language,
      namespace,
    ),
  );

/** The keys whose texts are rightly the same in English. */
export const alikeIn = (language: string): readonly string[] =>
  notes[`../locales/${language}/language.json`]?.asInEnglish ?? [];

const form = /_(zero|one|two|few|many|other)$/;

/** The key that is asked for with a count, where this is one of its plural forms. */
export const pluralOf = (key: string, texts: Texts): string | undefined =>
  form.test(key) && texts.has(key.replace(form, '_other')) ? key.replace(form, '') : undefined;

/** The keys that are asked for. */
export const keysOf = (texts: Texts) => [
  ...new Set([...texts.keys()].map((key) => pluralOf(key, texts) ?? key)),
];
