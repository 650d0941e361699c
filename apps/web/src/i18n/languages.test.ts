import { createInstance } from 'i18next';
import { describe, expect, it } from 'vitest';
import { directionOf, languagesOf, nameOf } from './languages.ts';

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
