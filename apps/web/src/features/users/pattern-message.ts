export const longestPattern = 200;

/** The service's words on a pattern it refuses (all that it has) and the texts for them. */
const known = [
  [/^At most \d+ characters are taken/, 'tooLong'],
  [/^NUL and half a surrogate pair/, 'unstorable'],
  [/^Too costly to search for/, 'costly'],
  [/^A pattern cannot end in "\\"/, 'endsInBackslash'],
  [/^The back-reference (?<sign>\\.) is refused/u, 'backReference'],
  [/^(?<sign>\\.) means nothing here/su, 'meaningless'],
  [/^"\[" is not closed/, 'openBracket'],
  [/^More than \d+ such wide ranges/, 'wide'],
  [/^After "\(\?" only/, 'options'],
  [/^"\(" is not closed/, 'openGroup'],
  [/^A bound is \{m\}/, 'bound'],
  [/^"(?<sign>.)" has nothing to repeat/, 'nothingToRepeat'],
  [/^"(?<sign>.)" repeats a condition/, 'repeatsCondition'],
  [/^A repetition inside a repetition/, 'nested'],
  [/^"\)" closes nothing/, 'closesNothing'],
  [/^This pattern takes too long/, 'slow'],
  [/^This is not a valid regular expression/, 'invalid'],
] as const;

export type PatternFault = (typeof known)[number][1];

/** Which rule a pattern breaks, by the service's message; undefined for words of a newer service. */
export function patternFault(message: string) {
  for (const [expression, fault] of known) {
    const match = expression.exec(message);
    if (!match) continue;
    const position = /\(character (\d+)\)$/.exec(message)?.[1];
    return {
      fault,
      sign: match.groups?.sign,
      position: position === undefined ? undefined : Number(position),
    };
  }
  return undefined;
}

/** Code points, as the service counts. */
export const isTooLong = (pattern: string | undefined) => [...(pattern ?? '')].length > longestPattern;
