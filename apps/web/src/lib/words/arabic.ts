import type { Currency, Spelling } from './words.ts';

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
function masculineNoun(one: string, few: string, of?: string): Noun {
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
function feminineNoun(stem: string, of?: string): Noun {
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

const dinar = (of: string) => masculineNoun('دينار', 'دنانير', of);
const dirham = (of?: string) => masculineNoun('درهم', 'دراهم', of);
const riyal = (of: string) => masculineNoun('ريال', 'ريالات', of);
const pound = (of: string) => masculineNoun('جنيه', 'جنيهات', of);
const lira = (of: string) => feminineNoun('لير', of);
const fils = masculineNoun('فلس', 'فلوس');
const qirsh = masculineNoun('قرش', 'قروش');
const cent = masculineNoun('سنت', 'سنتات');
const centime = masculineNoun('سنتيم', 'سنتيمات');
/** A foreign word, which has one form alone. */
const euro: Noun = {
  isFeminine: false,
  one: 'يورو',
  single: 'يورو واحد',
  two: 'اثنان يورو',
  few: 'يورو',
  many: 'يورو',
};

/** A currency whose name several countries use is named with its country. */
export const names: Readonly<Record<Currency, readonly [unit: Noun, part: Noun]>> = {
  ILS: [masculineNoun('شيكل', 'شواكل'), feminineNoun('أغور')],
  JOD: [dinar('أردني'), fils],
  USD: [masculineNoun('دولار', 'دولارات', 'أمريكي'), cent],
  EUR: [euro, cent],
  GBP: [pound('إسترليني'), masculineNoun('بنس', 'بنسات')],
  EGP: [pound('مصري'), qirsh],
  SAR: [riyal('سعودي'), feminineNoun('هلل')],
  AED: [dirham('إماراتي'), fils],
  MAD: [dirham('مغربي'), centime],
  DZD: [dinar('جزائري'), centime],
  TND: [dinar('تونسي'), masculineNoun('مليم', 'مليمات')],
  IQD: [dinar('عراقي'), fils],
  LBP: [lira('لبناني'), qirsh],
  SYP: [lira('سوري'), qirsh],
  KWD: [dinar('كويتي'), fils],
  BHD: [dinar('بحريني'), fils],
  QAR: [riyal('قطري'), dirham()],
  OMR: [riyal('عماني'), feminineNoun('بيس')],
  TRY: [lira('تركي'), qirsh],
};

/** 3 to 10 have the gender that their noun has not: ثلاثة دنانير, ثلاث ليرات. */
const masculine = [
  ...['', 'واحد', 'اثنان', 'ثلاثة', 'أربعة', 'خمسة'],
  ...['ستة', 'سبعة', 'ثمانية', 'تسعة', 'عشرة'],
];
const feminine = ['', 'إحدى', 'اثنتان', 'ثلاث', 'أربع', 'خمس', 'ست', 'سبع', 'ثماني', 'تسع', 'عشر'];
const tens = ['', '', 'عشرون', 'ثلاثون', 'أربعون', 'خمسون', 'ستون', 'سبعون', 'ثمانون', 'تسعون'];
const hundreds = [
  ...['', 'مائة', 'مائتان', 'ثلاثمائة', 'أربعمائة'],
  ...['خمسمائة', 'ستمائة', 'سبعمائة', 'ثمانمائة', 'تسعمائة'],
];

/** Thousands and the like are nouns that are counted themselves. */
interface Scale extends Noun {
  readonly size: bigint;
}

const scale = (size: bigint, one: string, few: string): Scale => ({
  isFeminine: false,
  size,
  one,
  single: one,
  two: `${one}ان`,
  few,
  many: `${one}ًا`,
});

const scales = [
  scale(10n ** 12n, 'تريليون', 'تريليونات'),
  scale(10n ** 9n, 'مليار', 'مليارات'),
  scale(10n ** 6n, 'مليون', 'ملايين'),
  scale(10n ** 3n, 'ألف', 'آلاف'),
];

const and = (...texts: readonly string[]) => texts.filter(Boolean).join(' و');

/** 1 to 99, beside a noun of this gender. */
function belowHundred(count: number, isFeminine: boolean): string {
  const digits = isFeminine ? feminine : masculine;
  if (count <= 10) return digits[count] ?? '';
  if (count === 11) return isFeminine ? 'إحدى عشرة' : 'أحد عشر';
  if (count === 12) return isFeminine ? 'اثنتا عشرة' : 'اثنا عشر';
  const unit = count % 10;
  if (count < 20) return `${digits[unit]} ${isFeminine ? 'عشرة' : 'عشر'}`;
  // Where its noun does not follow at once, ثماني is ثمانٍ.
  return and(isFeminine && unit === 8 ? 'ثمانٍ' : (digits[unit] ?? ''), tens[Math.floor(count / 10)] ?? '');
}

/** What stands before a noun in the genitive loses its n: مائتا دينار, ألفا دينار, أحد عشر ألف دينار. */
const inConstructState = (text: string) => text.replace(/(?<=مائتا|ألفا|مليونا|مليارا|تريليونا)ن$|ًا$/, '');

/** A multiple of 100. */
function round(count: bigint): string {
  const groups = scales.map((scale) => {
    const group = (count / scale.size) % 1000n;
    return group === 0n ? '' : counted(group, scale);
  });
  return and(...groups, hundreds[Number((count % 1000n) / 100n)] ?? '');
}

/** So many of it, one at least. The last two digits decide: مائة دينار ودينار واحد, مائة وثلاثة دنانير. */
function counted(count: bigint, noun: Noun): string {
  const last = Number(count % 100n);
  const rest = count - BigInt(last);
  if (last === 0) return `${inConstructState(round(rest))} ${noun.one}`;
  if (last <= 2) return and(rest ? counted(rest, noun) : '', last === 1 ? noun.single : noun.two);
  const words = and(round(rest), belowHundred(last, noun.isFeminine));
  return `${words} ${last <= 10 ? noun.few : noun.many}`;
}

function number(count: bigint): string {
  if (count === 0n) return 'صفر';
  const last = Number(count % 100n);
  return and(round(count - BigInt(last)), belowHundred(last, false));
}

const amountOf = (count: bigint, noun: Noun) => (count === 0n ? `صفر ${noun.one}` : counted(count, noun));

export const spelling: Spelling = {
  number,
  units: (count, currency) => amountOf(count, names[currency][0]),
  parts: (count, currency) => amountOf(count, names[currency][1]),
  joined: and,
  closed: (text) => `فقط ${text} لا غير`,
};
