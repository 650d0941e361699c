/** Letters, digits and what stands between them in names. */
const plainName = /^[\p{L}\p{M}\p{N}\p{Cf}\s'’_-]+$/u;

/** Names as people type them are found as the other lists find texts; whatever has a sign of a pattern is one. */
export const wantedBy = (typed: string | undefined) =>
  typed !== undefined && plainName.test(typed) ? { name: typed } : { search: typed };
