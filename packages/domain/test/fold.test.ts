import { describe, expect, it } from 'vitest';
import { fold, searchedPhone, searchWords } from '../src/values/fold.ts';

describe('texts that are alike in a search', () => {
  it.each([
    ['أحمد إبراهيم آل ٱلخطيب', 'احمد ابراهيم ال الخطيب'],
    ['فاطمة', 'فاطمه'],
    ['مصطفى', 'مصطفي'],
    ['مُحَـمَّــد', 'محمد'],
    ['کیان', 'كيان'],
    ['١٢٣ ۴۵ ०१२ ๓', '123 45 012 3'],
    ['Éléonore Ñandú Ångström', 'eleonore nandu angstrom'],
    ['İSTANBUL ışık', 'istanbul isik'],
    ['שָׁלוֹם', 'שלום'],
    ['ﬁn ｗｉｄｅ ①', 'fin wide 1'],
    ['Straße STRASSE STRAẞE', 'strasse strasse strasse'],
    ['Łódź Søren Đà Ħal Ŧ Ɍ Ғ', 'lodz soren da hal t r г'],
    ['O’Brien O‘Brien O´Brien Oʼbrien O′Brien', "o'brien o'brien o'brien o'brien o'brien"],
    ['“a” „a“ «a»', '"a" "a" "a"'],
    ['צה״ל ג׳ בית־לחם', 'צה"ל ג\' בית-לחם'],
    ['a–b a—b a‑b a−b', 'a-b a-b a-b a-b'],
    ['\u200eZo\u00adë\u200f\u202a \u2066x\ufeff\u200d', 'zoe x'],
    ['ΝΊΚΟΣ Νίκος', 'νικοσ νικοσ'],
    ['a\u00a0b\u2003c\u3000d', 'a b c d'],
    ['ἀρχαῖος ᾳ', 'αρχαιοσ α'],
  ])('%j is %j', (one, other) => {
    expect(fold(one)).toBe(other);
    expect(fold(one.normalize('NFD'))).toBe(other);
    expect(fold(other)).toBe(other);
  });

  // Marks that make another letter, and not another form of it.
  it.each([
    ['が', 'か'],
    ['किताब', 'कताब'],
    ['하', '한'],
    ['й', 'к'],
  ])('%j is not %j', (one, other) => expect(fold(one)).not.toBe(fold(other)));
});

describe('what is looked for', () => {
  it.each([
    ['Glass  Harbour', ['harbour', 'glass']],
    ['a ab\u200e abc', ['abc']],
    ['\u200e \u00a0', []],
    ['', []],
  ])('%j has the words %j', (typed, words) => expect(searchWords(typed)).toEqual(words));

  it.each([
    ['052-123 4567', '521234567'],
    ['+972 (52) 123.45/67', '972521234567'],
    ['00972 52', '97252'],
    ['٠٥٢١٢٣', '52123'],
    ['\u200e1234', '1234'],
    ['0001', '0001'],
    ['123', undefined],
    ['1234 a', undefined],
    ['12%34', undefined],
  ])('%j is the phone number %j', (typed, digits) => expect(searchedPhone(typed)).toBe(digits));
});
