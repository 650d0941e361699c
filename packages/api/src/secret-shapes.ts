/** What the service's own secrets look like: personal access tokens, JWTs, secrets of webhooks, and 256 bits in base64url or in hexadecimal digits. */
const shapes = /dbk_[\w-]{8,}|whsec_[\w+/]{8,}=?|eyJ[\w-]{10,}[\w.-]*|[\w-]{40,}/gi;
/** Those that hardly anything else looks like. */
const tokens = /dbk_[\w-]{8}|whsec_[\w+/]{8}|eyJ[\w-]{10}/i;
/** What comes after it is a secret, whatever it looks like. */
const calendar = /\/calendar\/.*/is;
const hidden = '[hidden]';

/** However often it was encoded. */
function decoded(text: string): string {
  let plain = text;
  for (let n = 0; n < 5 && plain.includes('%'); n++) {
    const next = plain.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (next === plain) return plain;
    plain = next;
  }
  return plain;
}

/** Whether a text seems to hold a token. */
export const holdsToken = (text: string): boolean => tokens.test(decoded(text));

/** An address or a message without what looks like a secret, however it is spelled; else as it is. */
export function withoutSecrets(text: string): string {
  const plain = decoded(text);
  const shown = plain.replace(calendar, `/calendar/${hidden}`).replaceAll(shapes, hidden);
  return shown === plain ? text : shown;
}
