/** What opens a message to this address and to nobody else, with nothing in it (RFC 6068). */
export function mailLink(address: string): string {
  const at = address.lastIndexOf('@');
  const parts = at < 0 ? [address] : [address.slice(0, at), address.slice(at + 1)];
  return `mailto:${parts.map(encodeURIComponent).join('@')}`;
}

/** What calls this number (RFC 3966); undefined for a text without digits. */
export function phoneLink(number: string): string | undefined {
  const digits = number.replace(/[^0-9]/g, '');
  return digits ? `tel:${number.trim().startsWith('+') ? '+' : ''}${digits}` : undefined;
}
