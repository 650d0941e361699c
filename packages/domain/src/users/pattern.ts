export class PatternError extends Error {}
export const searchPattern = (source: string): string => source;
