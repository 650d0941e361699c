import type { Deprecation, Limit, Meta } from '@daybook/api';
import { digestPattern } from './tags.ts';

/** The headers of answers, as the document describes them. */
const header = (description: string, required = true) => ({
  description,
  required,
  schema: { type: 'string' as const },
});

export const requestId = (required = true) => ({
  'X-Request-Id': header('Names this request in the log; the caller’s own, where one was sent', required),
});
export const setCookie = {
  'Set-Cookie': header(
    'The refresh token: httpOnly, SameSite=Strict, for the path of /auth alone; of POST /auth also the device’s cookie, likewise',
  ),
};
export const link = {
  Link: header('Address of the next page, rel="next" (RFC 8288); absent on the last one', false),
};
export const replayed = {
  'Idempotent-Replayed': header('`true`: the answer of an earlier request with this Idempotency-Key', false),
};
const unknown = (what: string, example: string) =>
  header(
    `${what} that the operation does not know, each with the one that it is like: \`${example}\`, a list of RFC 9651. They are ignored, or refused with \`Prefer: handling=strict\``,
    false,
  );
/** Of what is known once a request is read. */
export const unknownNames = (readsBody: boolean) => ({
  'Unknown-Parameters': unknown('Parameters', '"form";suggestion="from", "page"'),
  ...(readsBody && { 'Unknown-Fields': unknown('Fields of the body', '"vlaue";suggestion="value"') }),
  'Preference-Applied': header('`handling=strict`, where the request prefers it (RFC 7240)', false),
});
export const vary = {
  Vary: header(
    'Accept: another one has another answer; of a file Accept-Language too (RFC 9110, section 12.5.5)',
  ),
};
export const ofFile = {
  'Content-Disposition': header('`attachment`, with a name for the file; of CSV and XLSX', false),
  'Content-Language': header('In which language the columns have their titles; of CSV and XLSX', false),
};
export const ofBytes = {
  'Accept-Ranges': header('`bytes`: a part of the file can be asked for with Range (RFC 9110, section 14)'),
  'Content-Disposition': header('`inline`, with the name of the file'),
};
export const contentRange = (required: boolean) => ({
  'Content-Range': header('Which bytes these are; with 416 how many there are', required),
});
export const rateLimit = {
  'RateLimit-Policy': header(
    'The limits of failed log-ins that the request counted for: `"address";q=100;w=300`, 100 in 300 seconds (draft-ietf-httpapi-ratelimit-headers-11); absent where RATE_LIMIT is off, or nothing was counted',
    false,
  ),
  RateLimit: header(
    'What is left of them: `"address";r=99;t=3`, 99 within the next 3 seconds; all of it where there is no `t`',
    false,
  ),
};
/** Of an operation that is to go. */
export const deprecation = ({ since }: Deprecation) => ({
  ...(since !== undefined && {
    Deprecation: header('Since when nobody should begin to use it (RFC 9745)'),
  }),
  Sunset: header('When it may be gone (RFC 8594)'),
});
const tag = (description: string, pattern: string, required = true) => ({
  ETag: { ...header(description, required), schema: { type: 'string' as const, pattern } },
});
/** Of a record whose answer the version tells, and of any other. */
export const etagOfVersion = tag(
  'The version of the record, for If-Match and If-None-Match (RFC 9110, section 8.8.3)',
  '^"[0-9]{1,9}"$',
);
export const etagOfRecord = tag(
  'The version of the record and a digest of the answer, which shows more than the record: for If-None-Match, and for If-Match, where the version counts alone',
  `^"[0-9]{1,9}-${digestPattern}"$`,
);
/** Of what is not one record; a file has none. */
export const etagOfAnswer = (required: boolean) =>
  tag(
    `A digest of the answer, for If-None-Match${required ? '' : '; not of CSV and XLSX'}`,
    `^W/"${digestPattern}(-more)?"$`,
    required,
  );
export const etagOfFile = tag('The SHA-256 of the file, for If-None-Match and If-Range', '^"[0-9a-f]{64}"$');
export const etagOfSame = tag('That of the answer which the client has', `^(W/)?"[A-Za-z0-9_-]+"$`);
const anyTag = '(W/)?"[!#-~]*"';
/** Of If-Match: tags that are no record's match nothing. */
export const recordTagsPattern = `^(\\*|${anyTag}( *, *${anyTag})*)$`;
export const challenge = { 'WWW-Authenticate': header('A challenge of the scheme Bearer (RFC 6750)') };
export const scopeChallenge = {
  'WWW-Authenticate': header(
    'Where a personal access token lacks it: the scope that it needs (RFC 6750)',
    false,
  ),
};
export const retry = { 'Retry-After': header('Seconds to wait') };

/** draft-ietf-httpapi-ratelimit-headers-11, sections 3 and 4: lists of strings with parameters (RFC 9651). */
export function limitHeaders(limits: readonly Limit[]): Record<string, string> {
  const policies = limits.map(({ policy, quota, window }) => `"${policy}";q=${quota};w=${window}`);
  const left = limits.flatMap(({ policy, remaining, next }) =>
    remaining === undefined ? [] : [`"${policy}";r=${remaining}${next === undefined ? '' : `;t=${next}`}`],
  );
  return {
    'ratelimit-policy': policies.join(', '),
    ...(left.length > 0 && { ratelimit: left.join(', ') }),
  };
}

/**
 * Sent with every answer: its data is not a page and belongs to its own origin, over HTTPS only. The values are those of
 * helmet, whose plugin computes them for every request.
 */
export const securityHeaders = {
  'content-security-policy': "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
} as const;

/** The beginning of a day in UTC. @throws Error for what is no day */
function startOf(day: string): Date {
  const start = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(start.getTime()) || !start.toISOString().startsWith(day))
    throw new Error(`${day} is no day of an operation's deprecation`);
  return start;
}

const headersOf = ({ since, sunset }: Deprecation) => ({
  ...(since !== undefined && { deprecation: `@${startOf(since).getTime() / 1000}` }),
  sunset: startOf(sunset).toUTCString(),
});

/**
 * `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) of an answer; of several calls in one those of the one that goes first.
 * @throws Error for a deprecation without a day
 */
export function deprecationHeaders(metas: readonly Pick<Meta, 'deprecated'>[]): Record<string, string> {
  const [first] = metas
    .flatMap(({ deprecated }) => deprecated ?? [])
    .toSorted((a, b) => a.sunset.localeCompare(b.sunset));
  return first ? headersOf(first) : {};
}
