// 32 signs that are not taken for one another when they are read out or copied by hand.
const signs = 'abcdefghijkmnpqrstuvwxyz23456789';

/** 100 bits of chance in four groups of five, such as `k7mqp-2xw9d-…`. */
export function strongPassword(): string {
  const chosen = [...crypto.getRandomValues(new Uint8Array(20))].map((byte) => signs[byte % signs.length]);
  return [0, 5, 10, 15].map((start) => chosen.slice(start, start + 5).join('')).join('-');
}

const generated = new RegExp(`^[${signs}]{5}(-[${signs}]{5}){3}$`);

/** Whether a password is one that `strongPassword` has made. */
export const isGenerated = (password: string): boolean => generated.test(password);
