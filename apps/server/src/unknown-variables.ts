import leven from 'leven';

/** What an unknown variable of one of these groups was probably meant to be. */
const prefixes =
  /^(ACCESS_TOKEN|ADMIN|CORS|JWT|METRICS|MIGRATION|OIDC|PREPARED|RETAIN|SECURE_COOKIE|TRUST_PROX)/;

export interface UnknownVariable {
  readonly name: string;
  /** The known variable whose name is nearest, where it differs by one letter in four at most, and by two in all. */
  readonly meant: string | undefined;
}

/** The variables that are not known, but look like one that is. */
export function unknownVariables(
  names: readonly string[],
  known: readonly string[],
): readonly UnknownVariable[] {
  return names
    .filter((name) => !known.includes(name))
    .map((name) => {
      const [nearest] = known
        .map((candidate) => ({ candidate, distance: leven(name.toUpperCase(), candidate) }))
        .filter(({ candidate, distance }) => distance <= Math.min(2, Math.floor(candidate.length / 4)))
        .sort((a, b) => a.distance - b.distance);
      return { name, meant: nearest?.candidate };
    })
    .filter(({ name, meant }) => meant !== undefined || prefixes.test(name));
}
