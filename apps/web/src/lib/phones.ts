import { type CountryCode, getCountries, isSupportedCountry, parsePhoneNumber } from 'libphonenumber-js/min';
import { bare } from './text.ts';

const canonical = (timeZone: string | undefined) =>
  new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;

const zonesOf = (country: string): readonly string[] =>
  (new Intl.Locale(`und-${country}`) as Intl.Locale & { getTimeZones?(): string[] }).getTimeZones?.() ?? [];

/** Where a person is: the country of their time zone, else of the device's; else that which the locale names. */
export function countryOf(timeZone: string | undefined, locale: string): CountryCode | undefined {
  const { region } = new Intl.Locale(locale);
  const named = region && isSupportedCountry(region) ? region : undefined;
  const countryIn = (zone: string) => {
    const isThere = (country: string) => zonesOf(country).includes(zone);
    return named && isThere(named) ? named : getCountries().find(isThere);
  };
  return countryIn(canonical(timeZone)) ?? countryIn(canonical(undefined)) ?? named;
}

/**
 * A number as it is dialled in this country, or abroad, as `+` and digits. What is no possible number stays as typed, as does
 * one of two, and one with (0), which the service refuses: nothing of it is left out unseen.
 */
export function toInternational(typed: string, country: CountryCode | undefined): string {
  const text = bare(typed);
  if (/[([]\s*0\s*[)\]]/.test(text)) return text;
  try {
    const number = parsePhoneNumber(text, { ...(country && { defaultCountry: country }), extract: false });
    return number.isPossible() && !number.ext ? number.number : text;
  } catch {
    return text;
  }
}
