import type { Context } from '@daybook/api';
import { canonicalTag, currencyDigits, nearestLanguage, type Principal } from '@daybook/domain';
import { settings, users } from '@daybook/domain/server';
import { type TitleLanguage, titleLanguages } from '@daybook/domain/titles';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

/** More languages than anybody reads; each costs some microseconds. */
const MAX_LANGUAGES = 100;

/** What a header asks for by name: `*` asks for nothing. */
function asked(header = ''): TitleLanguage | undefined {
  const named = header.split(',', MAX_LANGUAGES).flatMap((range) => {
    const [tag = '', ...weight] = range.trim().split(';');
    return tag === '' || tag.startsWith('*') ? [] : [[canonicalTag(tag.trim()), ...weight].join(';')];
  });
  if (named.length === 0) return undefined;
  const negotiator = new Negotiator({ headers: { 'accept-language': named.join() } });
  return nearestLanguage(titleLanguages, negotiator.languages([...titleLanguages])[0]);
}

const scopeOf = (db: Context['db'], actor: Principal) => ({
  db,
  actor,
  timeZone: 'UTC',
  businessTimeZone: 'UTC',
});

/** That of Accept-Language; where it names none that there is, the caller's preferred one, else that of the business. */
export async function languageOf(
  { headers }: FastifyRequest,
  { db, principal }: Pick<Context, 'db' | 'principal'>,
): Promise<TitleLanguage> {
  const language = asked(headers['accept-language']);
  if (language || !principal) return language ?? 'en';
  const scope = scopeOf(db, principal);
  const { active, language: preferred } = await users.preferences(scope);
  return (
    (active ? nearestLanguage(titleLanguages, preferred) : undefined) ?? (await settings.get(scope)).language
  );
}

/** How many digits amounts have at least after the point: those of the currency of the business. */
export async function digitsOf({ db, principal }: Pick<Context, 'db' | 'principal'>): Promise<number> {
  return currencyDigits(principal ? (await settings.get(scopeOf(db, principal))).currency : null);
}
