import type { Limit } from '@daybook/api';

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
