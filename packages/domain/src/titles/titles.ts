import ar from './ar.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import he from './he.json' with { type: 'json' };
import tr from './tr.json' with { type: 'json' };

/** Of one router: what its columns are called and, of a resource, what a record of it is and its screens are called. */
interface RouterTitles {
  readonly fields: Readonly<Record<string, string>>;
  readonly title?: string;
}
type Titles = Readonly<Record<string, RouterTitles | Readonly<Record<string, string>>>> & {
  readonly common: Readonly<Record<string, string>>;
};

/** What records and the columns of lists are called, by language and router; `common` are columns of all routers. */
export const titles = { en, ar, es, fr, he, tr } satisfies Readonly<Record<string, Titles>>;

export type TitleLanguage = keyof typeof titles;
export const titleLanguages = Object.keys(titles) as TitleLanguage[];

/** Those written from right to left. */
export const isRightToLeft = (language: TitleLanguage): boolean => language === 'ar' || language === 'he';

const routersOf = (language: string) => {
  const { common: _, ...routers } = (titles as Readonly<Record<string, Titles>>)[language] ?? {};
  return routers as Readonly<Record<string, RouterTitles>>;
};

type Texts = Readonly<Record<string, { readonly fields?: unknown }>>;

/** Texts by router, with those of its records and columns, unless they say otherwise. */
export function withTitles<T extends Texts>(texts: T, language: string): T {
  const added = Object.entries(routersOf(language))
    .filter(([router, { title }]) => router in texts || title !== undefined)
    .map(([router, shared]) => [
      router,
      { ...shared, ...texts[router], fields: { ...shared.fields, ...Object(texts[router]?.fields) } },
    ]);
  return { ...texts, ...Object.fromEntries(added) };
}

/** @throws Error for a field that has no title */
export function titleOf(language: TitleLanguage, router: string, field: string): string {
  const common: Readonly<Record<string, string>> = titles[language].common;
  const title = routersOf(language)[router]?.fields[field] ?? common[field];
  if (title === undefined) throw new Error(`${router}.${field} has no title in ${language}`);
  return title;
}

/** The title of a column that holds the identifiers of what the title names. */
export const identifierTitle = (language: TitleLanguage, title: string): string =>
  titles[language].common.identifier.replace('{{name}}', title);
