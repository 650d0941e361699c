/** A BCP 47 tag in its canonical form, `iw` as `he`, `in` as `id`, `EN-us` as `en-US`; what is no tag stays as it is. */
export function canonicalTag(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? tag;
  } catch {
    return tag;
  }
}

/** Both written forms of Norwegian are Norwegian. */
const ofNorwegian = (language: string) => (['nb', 'nn'].includes(language) ? 'no' : language);

/** Of these languages the nearest to a tag; undefined where there is none. */
export function nearestLanguage<Language extends string>(
  languages: readonly Language[],
  tag: string | undefined,
): Language | undefined {
  const wanted = canonicalTag(tag ?? '');
  const [primary = ''] = wanted.split('-');
  return (
    languages.find((language) => language === wanted) ??
    languages.find((language) => language === primary) ??
    languages.find((language) => ofNorwegian(language) === ofNorwegian(primary))
  );
}
