import dayjs from 'dayjs';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';

/** The languages the front-end speaks; others fall back to English. */
export const languages = {
  en: { name: 'English', dir: 'ltr' },
  ar: { name: 'العربية', dir: 'rtl' },
} as const;
export type Language = keyof typeof languages;

type Texts = Record<string, unknown>;

// Each feature keeps its texts beside itself, under a namespace of its own name.
const files = import.meta.glob<Texts>(['./locales/*/*.json', '../features/*/locales/*.json'], {
  import: 'default',
});

/** `./locales/en/common.json` → common; `../features/logs/locales/en.json` → logs */
const namespaceOf = (path: string) =>
  /features\/([^/]+)\//.exec(path)?.[1] ?? /\/([^/]+)\.json$/.exec(path)?.[1] ?? path;

const isOf = (language: Language) => (path: string) =>
  path.includes(`/locales/${language}/`) || path.endsWith(`/locales/${language}.json`);

async function load(language: Language) {
  if (i18next.hasResourceBundle(language, 'common')) return;
  const texts = Object.entries(files).filter(([path]) => isOf(language)(path));
  await Promise.all([
    ...texts.map(async ([path, read]) =>
      i18next.addResourceBundle(language, namespaceOf(path), await read()),
    ),
    language === 'ar' && import('dayjs/locale/ar'),
  ]);
}

const isLanguage = (tag: string | undefined): tag is Language => tag !== undefined && tag in languages;

/** The language of this front-end that is nearest to a BCP 47 tag; undefined where it has none. */
export function languageOf(tag: string | undefined): Language | undefined {
  const primary = tag?.split('-')[0]?.toLowerCase();
  return isLanguage(primary) ? primary : undefined;
}

const shown = 'daybook-language';
const chosen = 'daybook-device-language';
const stored = (name: string) => languageOf(localStorage.getItem(name) ?? undefined);

/** The language chosen on this device, else the browser's own. */
export const deviceLanguage = (): Language =>
  stored(chosen) ?? navigator.languages.map(languageOf).find((language) => language !== undefined) ?? 'en';

/** Chooses for this device, whoever uses it. */
export function setDeviceLanguage(language: Language) {
  localStorage.setItem(chosen, language);
  return setLanguage(language);
}

export async function startLanguage() {
  await i18next.use(initReactI18next).init({
    lng: 'dev',
    fallbackLng: 'en',
    defaultNS: 'common',
    resources: {},
    interpolation: { escapeValue: false },
    react: { useSuspense: false, bindI18nStore: 'added' },
  });
  await setLanguage(stored(shown) ?? deviceLanguage());
}

let wanted: Language;

/** Loads and shows a language; after a reload it is there from the beginning. */
export async function setLanguage(language: Language) {
  wanted = language;
  await load(language);
  // Another may have been asked for meanwhile.
  if (wanted !== language) return;
  localStorage.setItem(shown, language);
  dayjs.locale(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  document.documentElement.dir = languages[language].dir;
}
