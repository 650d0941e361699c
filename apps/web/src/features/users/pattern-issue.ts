import { type Issue, issueAt, longestPattern } from '@daybook/domain';

/** What the service would say of a pattern that is too long to be sent. Code points, as the service counts. */
export const lengthIssue = (pattern = ''): Issue | undefined =>
  [...pattern].length > longestPattern
    ? issueAt(['search'], 'pattern_too_long', { max: longestPattern, position: longestPattern + 1 })
    : undefined;
