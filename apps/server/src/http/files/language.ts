import type { Context } from '@daybook/api';
import { settings, users } from '@daybook/domain/server';
import { type TitleLanguage, titleLanguages } from '@daybook/domain/titles';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

const known = (tag: string | undefined): TitleLanguage | undefined =>
  titleLanguages.find((language) => language === tag?.split('-')[0]?.toLowerCase());

/** What a header asks for by name: `*` asks for nothing. */
function asked(header: string | undefined): TitleLanguage | undefined {
  const named = header?.replaceAll(/(^|,)\s*\*[^,]*/g, '$1');
  if (!named) return undefined;
  return known(new Negotiator({ headers: { 'accept-language': named } }).languages([...titleLanguages])[0]);
}

/** That of Accept-Language; where it names none that there is, the caller's preferred one, else that of the business. */
export async function languageOf(
  { headers }: FastifyRequest,
  { db, principal }: Pick<Context, 'db' | 'principal'>,
): Promise<TitleLanguage> {
  const language = asked(headers['accept-language']);
  if (language || !principal) return language ?? 'en';
  const scope = { db, actor: principal, timeZone: 'UTC', businessTimeZone: 'UTC' };
  const { active, language: preferred } = await users.preferences(scope);
  return (active ? known(preferred) : undefined) ?? (await settings.get(scope)).language;
}
