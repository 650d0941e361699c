import { describe, expect, it } from 'vitest';
import { currencies, protectedAmount } from './spelling.ts';
import { amountInWords, hasWords } from './words.ts';

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
