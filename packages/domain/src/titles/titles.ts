import ar from './ar.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import he from './he.json' with { type: 'json' };
import tr from './tr.json' with { type: 'json' };

type Titles = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What the columns of lists are called, by language, router and field; `common` is of all routers. */
export const titles = { en, ar, es, fr, he, tr } satisfies Readonly<Record<string, Titles>>;

export type TitleLanguage = keyof typeof titles;
export const titleLanguages = Object.keys(titles) as TitleLanguage[];

/** Those written from right to left. */
export const isRightToLeft = (language: TitleLanguage): boolean => language === 'ar' || language === 'he';

type Texts = Readonly<Record<string, { readonly fields?: unknown }>>;

/** Texts by router, where `fields` gets the titles of the router's columns too, unless it says otherwise. */
export function withTitles<T extends Texts>(texts: T, language: string): T {
  const { common: _, ...routers } = (titles as Readonly<Record<string, Titles>>)[language] ?? {};
  const added = Object.entries(routers)
    .filter(([router]) => router in texts)
    .map(([router, own]) => [
      router,
      { ...texts[router], fields: { ...own, ...Object(texts[router]?.fields) } },
    ]);
  return { ...texts, ...Object.fromEntries(added) };
}

/** @throws Error for a field that has no title */
export function titleOf(language: TitleLanguage, router: string, field: string): string {
  const known: Titles = titles[language];
  const title = known[router]?.[field] ?? known.common?.[field];
  if (title === undefined) throw new Error(`${router}.${field} has no title in ${language}`);
  return title;
}

/** The title of a column that holds the identifiers of what the title names. */
export const identifierTitle = (language: TitleLanguage, title: string): string =>
  titles[language].common.identifier.replace('{{name}}', title);
