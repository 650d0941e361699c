/** For JSON.stringify: bigints as their decimal digits in a string. */
export const bigintAsText = (_name: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value;
