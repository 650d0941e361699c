import { nearestLanguage } from '@daybook/domain';

// A language is a file of texts, `locales/<BCP 47 tag>.json`; all else about it is known to Intl.

type Texts = Record<string, unknown>;
/** Texts by namespace, by the path of their file. */
type Files = Readonly<Record<string, () => Promise<Record<string, Texts>>>>;

/** `../locales/en.json` → en */
export const languageIn = (path: string) => path.split('/').at(-1)?.replace('.json', '') ?? '';

// Their direction: not every browser has it in Intl.Locale.
const rightToLeft = new Set(['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm', 'Rohg']);

/** The languages that have these files. */
export function languagesOf(files: Files) {
  const languages = Object.keys(files).map(languageIn);
  const nearest = new Map<string | undefined, string | undefined>();
  return {
    /** English, which the others fall back to, stands first. */
    languages: languages.sort((a, b) => Number(b === 'en') - Number(a === 'en') || (a < b ? -1 : 1)),
    /** The language that is nearest to a BCP 47 tag; undefined where there is none. */
    languageOf(tag: string | undefined): string | undefined {
      // Every cell of a table asks for it.
      if (!nearest.has(tag)) nearest.set(tag, nearestLanguage(languages, tag));
      return nearest.get(tag);
    },
    /** Its texts by namespace. */
    async textsOf(language: string): Promise<[namespace: string, texts: Texts][]> {
      const [, read] = Object.entries(files).find(([path]) => languageIn(path) === language) ?? [];
      return Object.entries((await read?.()) ?? {});
    },
  };
}

/** What its speakers call a language, as a title: Français. */
export function nameOf(tag: string, locale = tag): string {
  const name = new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag;
  const [first = '', ...rest] = name;
  return first.toLocaleUpperCase(locale) + rest.join('');
}

export const directionOf = (language: string): 'ltr' | 'rtl' =>
  rightToLeft.has(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr';

/** The tag that says most of digits and names, such as ar-EG: the preferred one, else the device's. */
export const localeOf = (language: string, preferred: string | undefined): string =>
  [preferred, ...navigator.languages].find((tag) => tag?.includes('-') && languageOf(tag) === language) ??
  language;

// language-texts.ts parts them, and adds the titles of columns.
export const {
  languages,
  languageOf,
  textsOf: loginTextsOf,
} = languagesOf(
  import.meta.glob<Record<string, Texts>>('../locales/*.json', {
    query: '?texts=login',
    import: 'default',
  }),
);
export const { textsOf: otherTextsOf } = languagesOf(
  import.meta.glob<Record<string, Texts>>('../locales/*.json', {
    query: '?texts=others',
    import: 'default',
  }),
);
