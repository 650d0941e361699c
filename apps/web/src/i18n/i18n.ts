import dayjs from 'dayjs';
import i18next, { type FormatterModule, type PostProcessorModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { inDigits, isolated } from '../lib/text.ts';
import { directionOf, languageOf, localeOf, loginTextsOf, otherTextsOf } from './languages.ts';

const whole = [loginTextsOf, otherTextsOf];
/** Of the log-in page alone, until somebody goes on from there. */
let parts = [loginTextsOf];

/** Brings the texts of a language, also where another one is shown. */
export async function loadLanguage(language: string, of = whole) {
  const texts = await Promise.all(of.map((textsOf) => textsOf(language)));
  for (const [namespace, own] of texts.flat())
    if (!i18next.hasResourceBundle(language, namespace)) i18next.addResourceBundle(language, namespace, own);
}

/** Brings the texts behind the log-in page too; from now on they come with each language. */
export function loadOtherTexts() {
  parts = whole;
  return loadLanguage(wanted);
}

const shown = 'daybook-language';
const chosen = 'daybook-device-language';
const stored = (name: string) => languageOf(localStorage.getItem(name) ?? undefined);

/** The language chosen on this device, else the browser's own. */
const deviceLanguage = (): string =>
  stored(chosen) ?? navigator.languages.map(languageOf).find((language) => language !== undefined) ?? 'en';

/** Chooses for this device, whoever uses it. */
export function setDeviceLanguage(language: string) {
  localStorage.setItem(chosen, language);
  return setLanguage(language);
}

let numbersLocale: string | undefined;
/** Set with the first language: making one takes 10 ms, which the page would wait for here. */
let numbers: Intl.NumberFormat;

/** Numbers in texts are written as those in tables; whatever else stands in a text does not disturb its direction. */
const formatter: FormatterModule = {
  type: 'formatter',
  init() {},
  add() {},
  addCached() {},
  format: (value: unknown) => (typeof value === 'number' ? numbers.format(value) : isolated(String(value))),
};

/** A number that a text itself has, such as that of days, is written as the others on the screen. */
const digits: PostProcessorModule = {
  type: 'postProcessor',
  name: 'digits',
  process: (text: string) => (numbers.format(0) === '0' ? text : inDigits(text, numbers.format)),
};

export async function startLanguage() {
  await i18next
    .use(initReactI18next)
    .use(formatter)
    .use(digits)
    .init({
      lng: 'dev',
      fallbackLng: 'en',
      defaultNS: 'common',
      postProcess: ['digits'],
      resources: {},
      interpolation: { escapeValue: false, alwaysFormat: true },
      react: { useSuspense: false, bindI18nStore: 'added' },
    });
  await setLanguage(localStorage.getItem(shown) ?? undefined);
}

let wanted: string;

/** Loads and shows the language of a tag, else the device's; after a reload it is there from the beginning. */
export async function setLanguage(tag: string | undefined) {
  const language = languageOf(tag) ?? deviceLanguage();
  wanted = language;
  await loadLanguage(language, parts);
  // Another may have been asked for meanwhile.
  if (wanted !== language) return;
  localStorage.setItem(shown, language);
  const locale = localeOf(language, tag);
  // Every text on the page would be rendered again.
  if (i18next.language === language && numbersLocale === locale) return;
  setCalendarWords(language);
  numbersLocale = locale;
  numbers = new Intl.NumberFormat(locale);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}

type Length = 'long' | 'short' | 'narrow';

/** The date inputs' calendars take their words from Day.js; it takes them from Intl here. */
function setCalendarWords(language: string) {
  const formatOf = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, calendar: 'gregory', timeZone: 'UTC' });
  const months = (month: Length) => {
    const { format } = formatOf({ month });
    return Array.from({ length: 12 }, (_, index) => format(Date.UTC(2023, index, 1)));
  };
  // The first of January 2023 was a Sunday.
  const weekdays = (weekday: Length) => {
    const { format } = formatOf({ weekday });
    return Array.from({ length: 7 }, (_, index) => format(Date.UTC(2023, 0, 1 + index)));
  };
  const narrow = weekdays('narrow');
  const short = weekdays('short');
  dayjs.locale({
    name: language,
    months: months('long'),
    monthsShort: months('short'),
    weekdays: weekdays('long'),
    weekdaysShort: short,
    weekdaysMin: new Set(narrow).size === narrow.length ? narrow : short,
    ordinal: String,
    formats: {},
    relativeTime: {},
  });
}
