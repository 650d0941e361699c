import type { Currency } from './currencies.ts';

/** A noun as it stands beside a number, in the nominative. */
export interface Noun {
  readonly isFeminine: boolean;
  /** After مائة, ألف and the like, in the genitive. */
  readonly one: string;
  /** One of it by itself. */
  readonly single: string;
  /** Two of it. */
  readonly two: string;
  /** After 3 to 10: the plural in the genitive. */
  readonly few: string;
  /** After 11 to 99: the singular in the accusative. */
  readonly many: string;
}

/** @param of the adjective of the country, in the masculine: it agrees with the noun, and with its plural as أردنية */
function masculine(one: string, few: string, of?: string): Noun {
  const and = (noun: string, adjective: string) => (of ? `${noun} ${of}${adjective}` : noun);
  return {
    isFeminine: false,
    one: and(one, ''),
    single: `${and(one, '')} واحد`,
    two: and(`${one}ان`, 'ان'),
    few: and(few, 'ة'),
    many: and(`${one}ًا`, 'ًا'),
  };
}

/** @param stem without its ة */
function feminine(stem: string, of?: string): Noun {
  const and = (noun: string, adjective: string) => (of ? `${noun} ${of}${adjective}` : noun);
  const one = and(`${stem}ة`, 'ة');
  return {
    isFeminine: true,
    one,
    single: `${one} واحدة`,
    two: and(`${stem}تان`, 'تان'),
    few: and(`${stem}ات`, 'ة'),
    many: one,
  };
}

const dinar = (of: string) => masculine('دينار', 'دنانير', of);
const dirham = (of?: string) => masculine('درهم', 'دراهم', of);
const riyal = (of: string) => masculine('ريال', 'ريالات', of);
const pound = (of: string) => masculine('جنيه', 'جنيهات', of);
const lira = (of: string) => feminine('لير', of);
const fils = masculine('فلس', 'فلوس');
const qirsh = masculine('قرش', 'قروش');
const cent = masculine('سنت', 'سنتات');
const centime = masculine('سنتيم', 'سنتيمات');
/** A foreign word, which has one form alone. */
const euro: Noun = {
  isFeminine: false,
  one: 'يورو',
  single: 'يورو واحد',
  two: 'اثنان يورو',
  few: 'يورو',
  many: 'يورو',
};

/** Those that several states have by the same name are told apart. */
export const names: Readonly<Record<Currency, readonly [unit: Noun, part: Noun]>> = {
  ILS: [masculine('شيكل', 'شواكل'), feminine('أغور')],
  JOD: [dinar('أردني'), fils],
  USD: [masculine('دولار', 'دولارات', 'أمريكي'), cent],
  EUR: [euro, cent],
  GBP: [pound('إسترليني'), masculine('بنس', 'بنسات')],
  EGP: [pound('مصري'), qirsh],
  SAR: [riyal('سعودي'), feminine('هلل')],
  AED: [dirham('إماراتي'), fils],
  MAD: [dirham('مغربي'), centime],
  DZD: [dinar('جزائري'), centime],
  TND: [dinar('تونسي'), masculine('مليم', 'مليمات')],
  IQD: [dinar('عراقي'), fils],
  LBP: [lira('لبناني'), qirsh],
  SYP: [lira('سوري'), qirsh],
  KWD: [dinar('كويتي'), fils],
  BHD: [dinar('بحريني'), fils],
  QAR: [riyal('قطري'), dirham()],
  OMR: [riyal('عماني'), feminine('بيس')],
  TRY: [lira('تركي'), qirsh],
};
