import { toCardinal } from 'n2words/fr-FR';
import type { Currency, Spelling } from './words.ts';

interface Noun {
  readonly isFeminine: boolean;
  readonly one: string;
  readonly many: string;
}

const masculine = (one: string, many = one.replace(/(?<!s)(?= |$)/g, 's')): Noun => ({
  isFeminine: false,
  one,
  many,
});
const feminine = (one: string, many?: string): Noun => ({ ...masculine(one, many), isFeminine: true });

const fils = masculine('fils');
const piastre = feminine('piastre');
const centime = masculine('centime');
const cent = masculine('cent');

/** A currency whose name several countries use is named with its country. */
const names: Readonly<Record<Currency, readonly [unit: Noun, part: Noun]>> = {
  ILS: [masculine('shekel'), feminine('agora', 'agorot')],
  JOD: [masculine('dinar jordanien'), fils],
  USD: [masculine('dollar américain'), cent],
  EUR: [masculine('euro'), centime],
  GBP: [feminine('livre sterling', 'livres sterling'), masculine('penny', 'pence')],
  EGP: [feminine('livre égyptienne'), piastre],
  SAR: [masculine('riyal saoudien'), masculine('halala')],
  AED: [masculine('dirham émirati'), fils],
  MAD: [masculine('dirham marocain'), centime],
  DZD: [masculine('dinar algérien'), centime],
  TND: [masculine('dinar tunisien'), masculine('millime')],
  IQD: [masculine('dinar irakien'), fils],
  LBP: [feminine('livre libanaise'), piastre],
  SYP: [feminine('livre syrienne'), piastre],
  KWD: [masculine('dinar koweïtien'), fils],
  BHD: [masculine('dinar bahreïni'), fils],
  QAR: [masculine('riyal qatari'), masculine('dirham')],
  OMR: [masculine('rial omanais'), masculine('baisa')],
  TRY: [feminine('livre turque'), masculine('kuruş', 'kuruş')],
};

/** What the library leaves to the noun: un or une, and de after a million. */
function counted(count: bigint, { isFeminine, one, many }: Noun): string {
  const words = toCardinal(count);
  const noun = count < 2n ? one : many;
  if (/(million|milliard|billion)s?$/.test(words))
    return `${words} ${/^e/.test(noun) ? `d’${noun}` : `de ${noun}`}`;
  return `${isFeminine ? words.replace(/un$/, 'une') : words} ${noun}`;
}

export const spelling: Spelling = {
  number: (count) => toCardinal(count),
  units: (count, currency) => counted(count, names[currency][0]),
  parts: (count, currency) => counted(count, names[currency][1]),
  joined: (whole, rest) => `${whole} et ${rest}`,
  closed: (text) => text.charAt(0).toUpperCase() + text.slice(1),
};
