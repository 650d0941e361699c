import { toCardinal } from 'n2words/tr-TR';
import type { Currency, Spelling } from './words.ts';

/** A currency whose name several countries use is named with its country. */
const names: Readonly<Record<Currency, readonly [unit: string, part: string]>> = {
  ILS: ['şekel', 'agora'],
  JOD: ['Ürdün dinarı', 'fils'],
  USD: ['ABD doları', 'sent'],
  EUR: ['avro', 'sent'],
  GBP: ['İngiliz sterlini', 'peni'],
  EGP: ['Mısır lirası', 'kuruş'],
  SAR: ['Suudi riyali', 'halala'],
  AED: ['BAE dirhemi', 'fils'],
  MAD: ['Fas dirhemi', 'santim'],
  DZD: ['Cezayir dinarı', 'santim'],
  TND: ['Tunus dinarı', 'milim'],
  IQD: ['Irak dinarı', 'fils'],
  LBP: ['Lübnan lirası', 'kuruş'],
  SYP: ['Suriye lirası', 'kuruş'],
  KWD: ['Kuveyt dinarı', 'fils'],
  BHD: ['Bahreyn dinarı', 'fils'],
  QAR: ['Katar riyali', 'dirhem'],
  OMR: ['Umman riyali', 'beyse'],
  TRY: ['Türk lirası', 'kuruş'],
};

/** In one word, as the Türk Dil Kurumu wants it on cheques. */
const number = (count: bigint) => toCardinal(count, { dropSpaces: true });

export const spelling: Spelling = {
  number,
  units: (count, currency) => `${number(count)} ${names[currency][0]}`,
  parts: (count, currency) => `${number(count)} ${names[currency][1]}`,
  joined: (whole, rest) => `${whole} ${rest}`,
  closed: (text) => `Yalnız ${text}`,
};
