/** The number at the end of a serial counted on, as wide as before: `A-0099` → `A-0100`. Undefined without one. */
export function nextSerial(serial: string): string | undefined {
  const [, stem = '', digits] = /^(.*[^0-9])?([0-9]+)$/s.exec(serial) ?? [];
  if (digits === undefined) return undefined;
  return `${stem}${String(BigInt(digits) + 1n).padStart(digits.length, '0')}`;
}

interface Written {
  readonly serial: string;
  readonly createdAt: string;
}

/** The serial that follows the cheque written last. */
export function suggestedSerial(cheques: readonly Written[]): string | undefined {
  const [first, ...rest] = cheques;
  if (!first) return undefined;
  const last = rest.reduce((latest, one) => (one.createdAt > latest.createdAt ? one : latest), first);
  return nextSerial(last.serial);
}
