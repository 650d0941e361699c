/** A text within another, in whose direction it has no part: between Unicode's FSI and PDI. */
export const isolated = (text: string): string => text && `\u2068${text}\u2069`;
