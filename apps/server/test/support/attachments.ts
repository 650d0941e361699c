import { test } from './test.ts';

export const pdf = '%PDF-1.7\n%%EOF\n';

const pngBeginning = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];
const textOf = (text: string) => [...text].map((letter) => letter.charCodeAt(0));

/** Beginnings of files of each type that is accepted. */
export const beginnings = {
  'image/jpeg': [0xff, 0xd8, 0xff, 0xe0, 0, 16, ...textOf('JFIF'), 0, 1, 1],
  'image/png': [
    ...pngBeginning,
    0,
    0,
    0,
    1,
    0,
    0,
    0,
    1,
    8,
    6,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    ...[0, 0, 0, 0],
    ...textOf('IDAT'),
  ],
  'image/webp': [...textOf('RIFF'), 26, 0, 0, 0, ...textOf('WEBPVP8L'), 13, 0, 0, 0, 0x2f],
  'application/pdf': textOf('%PDF-1.7\n'),
} as const;

/** A file of this size that begins like a PDF and has no two pieces alike. */
export function fileOf(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at += 1) bytes[at] = (at * 31 + (at >> 8)) % 251;
  bytes.set(textOf('%PDF-1.7\n').slice(0, size));
  return bytes;
}

interface Sent {
  readonly type?: string;
  readonly token?: string;
  readonly headers?: Record<string, string>;
}

/** Sends files, and reads their bytes. */
export const attaching = test
  .extend('settings', { scope: 'file' }, { limitLogins: false })
  .extend('bill', ({ make }) => make('bills', { date: '2024-01-02', value: '5' }))
  /** Attaches a file to a record: `/bills/{id}`, with a query. */
  .extend(
    'attach',
    { scope: 'file' },
    ({ service, admin }) =>
      (record: string, body: string | Uint8Array = pdf, { type = 'application/pdf', ...sent }: Sent = {}) => {
        const [path = '', query] = record.split('?');
        return service.call('POST', `${path}/attachments${query ? `?${query}` : ''}`, {
          token: sent.token ?? admin.token,
          body,
          headers: { 'content-type': type, ...sent.headers },
        });
      },
  )
  .extend(
    'read',
    { scope: 'file' },
    ({ service, admin }) =>
      async (id: string, headers: Record<string, string> = {}, { token } = admin) => {
        const response = await fetch(`${service.url}/attachments/${id}`, {
          headers: { authorization: `Bearer ${token}`, ...headers },
        });
        return {
          status: response.status,
          headers: response.headers,
          bytes: Buffer.from(await response.arrayBuffer()),
        };
      },
  );
