import { describe, expect, it } from 'vitest';
import { amountInWords } from './words.ts';

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
