import { describe, expect, it } from 'vitest';
import { amountInWords, currencies, hasWords, protectedAmount } from './words.ts';

const languages = ['en', 'ar', 'fr', 'tr'];

describe('amounts in words', () => {
  it.each(['he', 'es', 'toString'])('%s has none', async (language) => {
    expect(hasWords(language)).toBe(false);
    expect(await amountInWords('1200.50', 'ILS', language)).toBeUndefined();
  });

  it.each(languages)('%s says no amount that the currency has not', async (language) => {
    for (const amount of ['-1', '1.005', '', 'x', '1e3', '1234567890123456'])
      expect(await amountInWords(amount, 'ILS', language)).toBeUndefined();
    expect(await amountInWords('1.0050', 'JOD', language)).toBe(
      await amountInWords('1.005', 'JOD', language),
    );
    expect(await amountInWords('0012.50', 'JOD', language)).toBe(
      await amountInWords('12.5', 'JOD', language),
    );
  });

  it.each(languages)('no two amounts read alike in %s', async (language) => {
    const amounts = Array.from(
      { length: 3000 },
      (_, at) => `${at * 37}.${String(at % 100).padStart(2, '0')}`,
    );
    const words = await Promise.all(amounts.map((amount) => amountInWords(amount, 'SYP', language)));
    expect(new Set(words).size).toBe(amounts.length);
    for (const text of words) expect(text).toMatch(/^\S+( \S+)*$/);
  });

  it.each(languages)('%s has a name for each currency', async (language) => {
    const words = await Promise.all(currencies.map((code) => amountInWords('1', code, language)));
    expect(new Set(words).size).toBe(currencies.length);
  });
});

describe('amounts in guarded digits', () => {
  it.each([
    ['1200.5', 'ILS', 'en', '***1,200.50***'],
    ['1200.5', 'ILS', 'he', '***1,200.50***'],
    ['1200.5', 'ILS', 'ar', '***1,200.50***'],
    ['1200.5', 'ILS', 'es', '***1.200,50***'],
    ['1200.5', 'ILS', 'tr', '***1.200,50***'],
    ['1200.5', 'JOD', 'en', '***1,200.500***'],
    ['1200', null, 'en', '***1,200.00***'],
    ['1200.1234', null, 'en', '***1,200.1234***'],
    ['999999999999999.1200', 'ILS', 'en', '***999,999,999,999,999.12***'],
    ['0', 'JPY', 'en', '***0***'],
  ])('%s %s in %s: %s', (amount, currency, language, text) =>
    expect(protectedAmount(amount, currency, language)).toBe(text),
  );
});

describe('French', () => {
  it.each([
    ['0', 'ILS', 'Zéro shekel'],
    ['1', 'ILS', 'Un shekel'],
    ['2', 'ILS', 'Deux shekels'],
    ['16', 'ILS', 'Seize shekels'],
    ['17', 'ILS', 'Dix-sept shekels'],
    ['21', 'ILS', 'Vingt et un shekels'],
    ['22', 'ILS', 'Vingt-deux shekels'],
    ['70', 'ILS', 'Soixante-dix shekels'],
    ['71', 'ILS', 'Soixante et onze shekels'],
    ['80', 'ILS', 'Quatre-vingts shekels'],
    ['81', 'ILS', 'Quatre-vingt-un shekels'],
    ['91', 'ILS', 'Quatre-vingt-onze shekels'],
    ['99', 'ILS', 'Quatre-vingt-dix-neuf shekels'],
    ['100', 'ILS', 'Cent shekels'],
    ['101', 'ILS', 'Cent un shekels'],
    ['180', 'ILS', 'Cent quatre-vingts shekels'],
    ['200', 'ILS', 'Deux cents shekels'],
    ['201', 'ILS', 'Deux cent un shekels'],
    ['1000', 'ILS', 'Mille shekels'],
    ['1200.50', 'ILS', 'Mille deux cents shekels et cinquante agorot'],
    ['2000', 'ILS', 'Deux mille shekels'],
    ['21000', 'ILS', 'Vingt et un mille shekels'],
    ['80000', 'ILS', 'Quatre-vingt mille shekels'],
    ['200000', 'ILS', 'Deux cent mille shekels'],
    ['1000000', 'ILS', 'Un million de shekels'],
    ['1000000', 'EUR', 'Un million d’euros'],
    ['2000000', 'EUR', 'Deux millions d’euros'],
    ['2000001', 'EUR', 'Deux millions un euros'],
    ['80000000', 'EUR', 'Quatre-vingts millions d’euros'],
    ['1000000000', 'EUR', 'Un milliard d’euros'],
    ['1', 'SYP', 'Une livre syrienne'],
    ['21', 'SYP', 'Vingt et une livres syriennes'],
    ['81', 'SYP', 'Quatre-vingt-une livres syriennes'],
    ['101.01', 'SYP', 'Cent une livres syriennes et une piastre'],
    ['1001', 'SYP', 'Mille une livres syriennes'],
    ['21000', 'SYP', 'Vingt et un mille livres syriennes'],
    ['71', 'TRY', 'Soixante et onze livres turques'],
    ['0.01', 'ILS', 'Une agora'],
    ['1.001', 'JOD', 'Un dinar jordanien et un fils'],
    ['2.2', 'BHD', 'Deux dinars bahreïnis et deux cents fils'],
    ['2', 'OMR', 'Deux rials omanais'],
    ['3.21', 'GBP', 'Trois livres sterling et vingt et un pence'],
    ['5.80', 'EUR', 'Cinq euros et quatre-vingts centimes'],
    [
      '999999999.999',
      'TND',
      'Neuf cent quatre-vingt-dix-neuf millions neuf cent quatre-vingt-dix-neuf mille neuf cent quatre-vingt-dix-neuf dinars tunisiens et neuf cent quatre-vingt-dix-neuf millimes',
    ],
    ['1200.50', null, 'Mille deux cents et 50/100'],
    ['1200.50', 'CHF', 'Mille deux cents CHF et 50/100'],
  ])('%s %s: %s', async (amount, currency, words) =>
    expect(await amountInWords(amount, currency, 'fr')).toBe(words),
  );
});

describe('Turkish', () => {
  it.each([
    ['0', 'TRY', 'Yalnız sıfır Türk lirası'],
    ['1', 'TRY', 'Yalnız bir Türk lirası'],
    ['2', 'TRY', 'Yalnız iki Türk lirası'],
    ['10', 'TRY', 'Yalnız on Türk lirası'],
    ['11', 'TRY', 'Yalnız onbir Türk lirası'],
    ['19', 'TRY', 'Yalnız ondokuz Türk lirası'],
    ['21', 'TRY', 'Yalnız yirmibir Türk lirası'],
    ['35', 'TRY', 'Yalnız otuzbeş Türk lirası'],
    ['44', 'TRY', 'Yalnız kırkdört Türk lirası'],
    ['56', 'TRY', 'Yalnız ellialtı Türk lirası'],
    ['67', 'TRY', 'Yalnız altmışyedi Türk lirası'],
    ['78', 'TRY', 'Yalnız yetmişsekiz Türk lirası'],
    ['83', 'TRY', 'Yalnız seksenüç Türk lirası'],
    ['99', 'TRY', 'Yalnız doksandokuz Türk lirası'],
    ['100', 'TRY', 'Yalnız yüz Türk lirası'],
    ['101', 'TRY', 'Yalnız yüzbir Türk lirası'],
    ['200', 'TRY', 'Yalnız ikiyüz Türk lirası'],
    ['650.35', 'TRY', 'Yalnız altıyüzelli Türk lirası otuzbeş kuruş'],
    ['1000', 'TRY', 'Yalnız bin Türk lirası'],
    ['1001', 'TRY', 'Yalnız binbir Türk lirası'],
    ['1200.50', 'ILS', 'Yalnız binikiyüz şekel elli agora'],
    ['2000', 'TRY', 'Yalnız ikibin Türk lirası'],
    ['21000', 'TRY', 'Yalnız yirmibirbin Türk lirası'],
    ['100000', 'TRY', 'Yalnız yüzbin Türk lirası'],
    ['101000', 'TRY', 'Yalnız yüzbirbin Türk lirası'],
    ['1000000', 'TRY', 'Yalnız birmilyon Türk lirası'],
    ['1001000', 'TRY', 'Yalnız birmilyonbin Türk lirası'],
    ['1000000000', 'TRY', 'Yalnız birmilyar Türk lirası'],
    ['0.05', 'TRY', 'Yalnız beş kuruş'],
    ['3.005', 'JOD', 'Yalnız üç Ürdün dinarı beş fils'],
    [
      '999999999.999',
      'JOD',
      'Yalnız dokuzyüzdoksandokuzmilyondokuzyüzdoksandokuzbindokuzyüzdoksandokuz Ürdün dinarı dokuzyüzdoksandokuz fils',
    ],
    ['1200.50', null, 'Yalnız binikiyüz 50/100'],
    ['1200.50', 'CHF', 'Yalnız binikiyüz CHF 50/100'],
  ])('%s %s: %s', async (amount, currency, words) =>
    expect(await amountInWords(amount, currency, 'tr')).toBe(words),
  );
});

describe('English', () => {
  it.each([
    ['0', 'ILS', 'Zero shekels only'],
    ['0.00', 'ILS', 'Zero shekels only'],
    ['1', 'ILS', 'One shekel only'],
    ['1.00', 'ILS', 'One shekel only'],
    ['2', 'ILS', 'Two shekels only'],
    ['3', 'ILS', 'Three shekels only'],
    ['4', 'ILS', 'Four shekels only'],
    ['5', 'ILS', 'Five shekels only'],
    ['6', 'ILS', 'Six shekels only'],
    ['7', 'ILS', 'Seven shekels only'],
    ['8', 'ILS', 'Eight shekels only'],
    ['9', 'ILS', 'Nine shekels only'],
    ['10', 'ILS', 'Ten shekels only'],
    ['11', 'ILS', 'Eleven shekels only'],
    ['12', 'ILS', 'Twelve shekels only'],
    ['13', 'ILS', 'Thirteen shekels only'],
    ['14', 'ILS', 'Fourteen shekels only'],
    ['15', 'ILS', 'Fifteen shekels only'],
    ['16', 'ILS', 'Sixteen shekels only'],
    ['17', 'ILS', 'Seventeen shekels only'],
    ['18', 'ILS', 'Eighteen shekels only'],
    ['19', 'ILS', 'Nineteen shekels only'],
    ['20', 'ILS', 'Twenty shekels only'],
    ['21', 'ILS', 'Twenty-one shekels only'],
    ['30', 'ILS', 'Thirty shekels only'],
    ['40', 'ILS', 'Forty shekels only'],
    ['50', 'ILS', 'Fifty shekels only'],
    ['60', 'ILS', 'Sixty shekels only'],
    ['70', 'ILS', 'Seventy shekels only'],
    ['80', 'ILS', 'Eighty shekels only'],
    ['90', 'ILS', 'Ninety shekels only'],
    ['99', 'ILS', 'Ninety-nine shekels only'],
    ['100', 'ILS', 'One hundred shekels only'],
    ['101', 'ILS', 'One hundred one shekels only'],
    ['102', 'ILS', 'One hundred two shekels only'],
    ['110', 'ILS', 'One hundred ten shekels only'],
    ['111', 'ILS', 'One hundred eleven shekels only'],
    ['200', 'ILS', 'Two hundred shekels only'],
    ['300', 'ILS', 'Three hundred shekels only'],
    ['345', 'ILS', 'Three hundred forty-five shekels only'],
    ['999', 'ILS', 'Nine hundred ninety-nine shekels only'],
    ['1000', 'ILS', 'One thousand shekels only'],
    ['1001', 'ILS', 'One thousand one shekels only'],
    ['1010', 'ILS', 'One thousand ten shekels only'],
    ['1100', 'ILS', 'One thousand one hundred shekels only'],
    ['1200.50', 'ILS', 'One thousand two hundred shekels and fifty agorot only'],
    ['2000', 'ILS', 'Two thousand shekels only'],
    ['2500.05', 'ILS', 'Two thousand five hundred shekels and five agorot only'],
    ['3000', 'ILS', 'Three thousand shekels only'],
    ['10000', 'ILS', 'Ten thousand shekels only'],
    ['11000', 'ILS', 'Eleven thousand shekels only'],
    ['12345.67', 'ILS', 'Twelve thousand three hundred forty-five shekels and sixty-seven agorot only'],
    ['21021', 'ILS', 'Twenty-one thousand twenty-one shekels only'],
    ['100000', 'ILS', 'One hundred thousand shekels only'],
    ['100001', 'ILS', 'One hundred thousand one shekels only'],
    ['101000', 'ILS', 'One hundred one thousand shekels only'],
    ['999999', 'ILS', 'Nine hundred ninety-nine thousand nine hundred ninety-nine shekels only'],
    ['1000000', 'ILS', 'One million shekels only'],
    ['1000001', 'ILS', 'One million one shekels only'],
    ['1001000', 'ILS', 'One million one thousand shekels only'],
    ['2000000', 'ILS', 'Two million shekels only'],
    ['2002002', 'ILS', 'Two million two thousand two shekels only'],
    ['100000000', 'ILS', 'One hundred million shekels only'],
    ['1000000000', 'ILS', 'One billion shekels only'],
    ['0.01', 'ILS', 'One agora only'],
    ['0.02', 'ILS', 'Two agorot only'],
    ['0.5', 'ILS', 'Fifty agorot only'],
    ['1.01', 'ILS', 'One shekel and one agora only'],
    ['7.10', 'ILS', 'Seven shekels and ten agorot only'],
    ['1', 'JOD', 'One Jordanian dinar only'],
    ['2.001', 'JOD', 'Two Jordanian dinars and one fils only'],
    ['3.5', 'JOD', 'Three Jordanian dinars and five hundred fils only'],
    ['12.050', 'JOD', 'Twelve Jordanian dinars and fifty fils only'],
    [
      '999999999.999',
      'JOD',
      'Nine hundred ninety-nine million nine hundred ninety-nine thousand nine hundred ninety-nine Jordanian dinars and nine hundred ninety-nine fils only',
    ],
    ['1.01', 'USD', 'One US dollar and one cent only'],
    ['20.20', 'USD', 'Twenty US dollars and twenty cents only'],
    ['1.25', 'EUR', 'One euro and twenty-five cents only'],
    ['2', 'EUR', 'Two euros only'],
    ['1.01', 'GBP', 'One pound sterling and one penny only'],
    ['2.02', 'GBP', 'Two pounds sterling and two pence only'],
    ['5.25', 'EGP', 'Five Egyptian pounds and twenty-five piastres only'],
    ['10.01', 'SAR', 'Ten Saudi riyals and one halala only'],
    ['10.02', 'SAR', 'Ten Saudi riyals and two halalas only'],
    ['1.5', 'AED', 'One UAE dirham and fifty fils only'],
    ['2.5', 'MAD', 'Two Moroccan dirhams and fifty centimes only'],
    ['2.01', 'DZD', 'Two Algerian dinars and one centime only'],
    ['2.002', 'TND', 'Two Tunisian dinars and two millimes only'],
    ['250.250', 'IQD', 'Two hundred fifty Iraqi dinars and two hundred fifty fils only'],
    ['1000.25', 'LBP', 'One thousand Lebanese pounds and twenty-five piastres only'],
    ['1000.01', 'SYP', 'One thousand Syrian pounds and one piastre only'],
    ['1.001', 'KWD', 'One Kuwaiti dinar and one fils only'],
    ['3.100', 'BHD', 'Three Bahraini dinars and one hundred fils only'],
    ['4.01', 'QAR', 'Four Qatari riyals and one dirham only'],
    ['1.002', 'OMR', 'One Omani rial and two baisa only'],
    ['6.50', 'TRY', 'Six Turkish lira and fifty kuruş only'],
    ['0', null, 'Zero only'],
    ['1200', null, 'One thousand two hundred only'],
    ['1200.50', null, 'One thousand two hundred and 50/100 only'],
    ['1200.05', null, 'One thousand two hundred and 05/100 only'],
    ['0.5', null, 'Zero and 50/100 only'],
    ['1.2345', null, 'One and 2345/10000 only'],
    ['1200.50', 'CHF', 'One thousand two hundred CHF and 50/100 only'],
    ['1200', 'JPY', 'One thousand two hundred JPY only'],
  ])('%s %s: %s', async (amount, currency, words) =>
    expect(await amountInWords(amount, currency, 'en')).toBe(words),
  );
});
