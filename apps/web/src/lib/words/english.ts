import type { Currency, Spelling } from './words.ts';

const small = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven'],
  ...['twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
];
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const scales = ['', ' thousand', ' million', ' billion', ' trillion'];

function belowHundred(count: number): string {
  if (count < 20) return small[count] ?? '';
  const unit = count % 10;
  return `${tens[Math.floor(count / 10)]}${unit ? `-${small[unit]}` : ''}`;
}

function belowThousand(count: number): string[] {
  const hundreds = Math.floor(count / 100);
  const rest = count % 100;
  return [...(hundreds ? [`${small[hundreds]} hundred`] : []), ...(rest ? [belowHundred(rest)] : [])];
}

/** Without an `and`, which stands before the parts of a currency alone. */
function number(count: bigint): string {
  if (count === 0n) return 'zero';
  return scales
    .map((scale, at) => {
      const words = belowThousand(Number((count / 1000n ** BigInt(at)) % 1000n));
      return words.length ? words.join(' ') + scale : '';
    })
    .filter(Boolean)
    .toReversed()
    .join(' ');
}

type Forms = readonly [one: string, many: string];

const regular = (one: string): Forms => [one, `${one}s`];
const fils: Forms = ['fils', 'fils'];
const piastre = regular('piastre');
const centime = regular('centime');

/** A currency whose name several countries use is named with its country. */
const names: Readonly<Record<Currency, readonly [unit: Forms, part: Forms]>> = {
  ILS: [regular('shekel'), ['agora', 'agorot']],
  JOD: [regular('Jordanian dinar'), fils],
  USD: [regular('US dollar'), regular('cent')],
  EUR: [regular('euro'), regular('cent')],
  GBP: [
    ['pound sterling', 'pounds sterling'],
    ['penny', 'pence'],
  ],
  EGP: [regular('Egyptian pound'), piastre],
  SAR: [regular('Saudi riyal'), regular('halala')],
  AED: [regular('UAE dirham'), fils],
  MAD: [regular('Moroccan dirham'), centime],
  DZD: [regular('Algerian dinar'), centime],
  TND: [regular('Tunisian dinar'), regular('millime')],
  IQD: [regular('Iraqi dinar'), fils],
  LBP: [regular('Lebanese pound'), piastre],
  SYP: [regular('Syrian pound'), piastre],
  KWD: [regular('Kuwaiti dinar'), fils],
  BHD: [regular('Bahraini dinar'), fils],
  QAR: [regular('Qatari riyal'), regular('dirham')],
  OMR: [regular('Omani rial'), ['baisa', 'baisa']],
  TRY: [
    ['Turkish lira', 'Turkish lira'],
    ['kuruş', 'kuruş'],
  ],
};

const counted = (count: bigint, [one, many]: Forms) => `${number(count)} ${count === 1n ? one : many}`;

export const spelling: Spelling = {
  number,
  units: (count, currency) => counted(count, names[currency][0]),
  parts: (count, currency) => counted(count, names[currency][1]),
  joined: (whole, rest) => `${whole} and ${rest}`,
  closed: (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)} only`,
};
