import { digitValue, fold, searchWords } from '@daybook/domain';
import type { ComboboxItem, ComboboxParsedItem, OptionsFilter } from '@mantine/core';
import { useSyncExternalStore } from 'react';

/** A text within another, in whose direction it has no part: between Unicode's FSI and PDI. */
export const isolated = (text: string): string => text && `\u2068${text}\u2069`;

/** Decimal digits of any script, and the sign before negative numbers, as ASCII: `−١٢` → `-12`. */
export const asciiDigits = (typed: string): string =>
  typed.replace(/\p{Nd}/gu, (digit) => String(digitValue(digit))).replaceAll('−', '-');

/**
 * The same without marks of direction and joining, which show nothing. Others of Unicode's class Cf stay: soft hyphens and
 * number signs are seen, and U+202E turns around what is seen.
 */
export const bare = (typed: string): string =>
  asciiDigits(typed)
    .replace(/[\u061c\u200b-\u200f\u202a-\u202d\u2060\u2066-\u2069\ufeff]/g, '')
    .trim();

/** A length as people type it, minutes or hours with minutes, `30`, `٣٠` or `1:15`, in minutes; '' for none; other text is left as it is. */
export function toMinutes(typed: string): string {
  const text = bare(typed);
  const [, hours = '0', minutes] = /^(?:(\d{1,2}):(?=[0-5]\d$))?(\d{1,4})$/.exec(text) ?? [];
  if (minutes === undefined) return text;
  return String(Number(hours) * 60 + Number(minutes) || '');
}

/** A time of day as people type it, `8`, `830`, `8.30`, `4pm` or `٨:٣٠`, as HH:MM; other text is left as it is. */
export function toClock(typed: string): string {
  const text = bare(typed);
  const [, typedHours, minutes = '00', half] =
    /^(\d{1,2})[:.٫\s]?(\d{2})?(?: ?([ap])\.?m\.?)?$/i.exec(text) ?? [];
  if (typedHours === undefined) return text;
  if (half === undefined) return `${typedHours.padStart(2, '0')}:${minutes}`;
  const hours = Number(typedHours);
  if (hours < 1 || hours > 12) return text;
  return `${String((hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0)).padStart(2, '0')}:${minutes}`;
}

/** Its words alone, folded: without signs. */
export const folded = (name: string): string =>
  fold(name)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/** Whether a text has every word that was typed, as the service's searches compare. */
export function matcher(typed: string): (text: string) => boolean {
  const words = searchWords(typed);
  return (text) => {
    const all = fold(text);
    return words.every((word) => all.includes(word));
  };
}

/** Mantine's choices that have every word of what is typed. */
export const foldedFilter: OptionsFilter = ({ options, search }) => {
  const isWanted = matcher(search);
  const matches = ({ label }: ComboboxItem) => isWanted(label);
  return options.flatMap<ComboboxParsedItem>((option) => {
    if (!('group' in option)) return matches(option) ? [option] : [];
    const items = option.items.filter(matches);
    return items.length > 0 ? [{ ...option, items }] : [];
  });
};

let current: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const shownMs = 4000;

function set(id: string | undefined) {
  current = id;
  for (const listener of listeners) listener();
}

/** Marks a record for a moment wherever it is listed. */
export function highlight(id: string) {
  clearTimeout(timer);
  timer = setTimeout(() => set(undefined), shownMs);
  set(id);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The record that was just saved. */
export const useHighlighted = () => useSyncExternalStore(subscribe, () => current);

/** What stands by itself in a text, such as a name or what is to be typed; a tag; or a key such as F8. */
const kept = /([\u2066-\u2068][^\u2066-\u2069]*\u2069|<[^<>]*>|[A-Za-z]\d+)/;

/** A text with its digits as a locale writes them. @param digit one of them */
export const inDigits = (text: string, digit: (value: number) => string): string =>
  text
    .split(kept)
    .map((part, index) => (index % 2 ? part : part.replace(/\d/g, (one) => digit(Number(one)))))
    .join('');

/** What opens a message to this address and to nobody else, with nothing in it (RFC 6068). */
export function mailLink(address: string): string {
  const at = address.lastIndexOf('@');
  const parts = at < 0 ? [address] : [address.slice(0, at), address.slice(at + 1)];
  return `mailto:${parts.map(encodeURIComponent).join('@')}`;
}

/** What calls this number (RFC 3966); undefined for a text without digits. */
export function phoneLink(number: string): string | undefined {
  const digits = number.replace(/[^0-9]/g, '');
  return digits ? `tel:${number.trim().startsWith('+') ? '+' : ''}${digits}` : undefined;
}
