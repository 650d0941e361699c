import { request } from 'node:http';
import { MAX_ATTACHMENT_BYTES } from '@daybook/domain';
import { purging } from '@daybook/domain/server';
import { expect, vi } from 'vitest';
import { attaching as base, beginnings, fileOf, pdf } from '../support/attachments.ts';
import { expectFailure } from '../support/wire.ts';

const MEBIBYTE = 1024 * 1024;

const it = base
  .extend('settings', { scope: 'file' }, { limitLogins: false, attachmentsMax: 12 * MEBIBYTE })
  /** Pieces of files that are no attachments. */
  .extend('staged', { scope: 'file' }, ({ service }) => async () => {
    const [row] =
      await service.sql`select count(*)::integer as pieces, coalesce(sum(octet_length(bytes)), 0)::integer as bytes
      from attachment_pieces where expires_at is not null`;
    return { pieces: row?.pieces as number, bytes: row?.bytes as number };
  });

const text = (value: string) => new TextEncoder().encode(value);
const nothing = { pieces: 0, bytes: 0 };

it.for([
  ['HTML', text('<!doctype html><script>alert(1)</script>')],
  ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['SVG of XML', text('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['GIF', text('GIF89a\x01\x00\x01\x00/*<script>alert(1)</script>*/')],
  ['ZIP', new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 0, 0, 0, 0])],
  ['a PDF after a script', text(`<script></script>${pdf}`)],
  ['a PDF after white space', text(` ${pdf}`)],
  ['plain text', text('%PD')],
  ['the beginning of a JPEG', new Uint8Array([0xff, 0xd8])],
  ['TIFF', new Uint8Array([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0])],
  ['an empty file', new Uint8Array()],
] as const)('refuses %s, whatever it is called', async ([, bytes], { bill, attach, staged, ask }) => {
  for (const type of ['image/jpeg', 'application/pdf', 'application/octet-stream']) {
    const answer = await attach(`/bills/${bill._id}?name=photo.jpg`, bytes, { type });
    expectFailure(answer, 400, 'VALIDATION');
    expect(answer.body.error.issues[0].path).toEqual(['file']);
    expect(answer.body.message + JSON.stringify(answer.body.error.issues)).toMatch(
      /image\/jpeg.*application\/pdf|file/,
    );
  }
  expect(await ask('GET', `/bills/${bill._id}/attachments`)).toEqual([]);
  expect(await staged()).toEqual(nothing);
});

it.for(['text/html', 'image/svg+xml', 'image/gif', 'application/zip', 'application/json'])(
  'refuses a body that says it is %s, and says what is accepted',
  async (type, { bill, attach }) => {
    const answer = await attach(`/bills/${bill._id}`, pdf, { type });
    expectFailure(answer, 415, 'UNSUPPORTED_MEDIA_TYPE');
    expect(answer.headers.get('accept')).toContain('image/jpeg');
  },
);

it.for([
  ['../../etc/passwd', 'passwd.pdf'],
  ['C:\\fakepath\\scan.PDF', 'scan.PDF'],
  ['in\u0000voice\r\n.pdf', 'invoice.pdf'],
  ['invoice\u202efdp.exe', 'invoicefdp.exe.pdf'],
  ['photo.jpg.html', 'photo.jpg.html.pdf'],
  ['..', 'file.pdf'],
  ['.pdf', 'pdf.pdf'],
  [`${'é'.repeat(500)}.pdf`, `${'é'.repeat(196)}.pdf`],
  ['שכר "מרץ"; filename=x.pdf', 'שכר "מרץ"; filename=x.pdf'],
] as const)('keeps %j as %j', async ([sent, kept], { bill, attach, read }) => {
  const { body } = await attach(`/bills/${bill._id}?name=${encodeURIComponent(sent)}`);
  expect(body.data?.name, JSON.stringify(body)).toBe(kept);
  const disposition = (await read(body.data._id)).headers.get('content-disposition') ?? '';
  expect(disposition).toMatch(/^inline; filename/);
  expect(disposition).not.toMatch(/[^\x20-\x7e]/);
});

it('takes 10 MiB, and refuses a byte more and what does not fit the room', async ({
  service,
  admin,
  bill,
  attach,
  staged,
  ask,
}) => {
  const path = `/bills/${bill._id}`;
  const { body } = await attach(path, fileOf(MAX_ATTACHMENT_BYTES));
  expect(body.data?.size, JSON.stringify(body)).toBe(MAX_ATTACHMENT_BYTES);
  expectFailure(await attach(path, fileOf(MAX_ATTACHMENT_BYTES + 1)), 413, 'PAYLOAD_TOO_LARGE');
  expectFailure(await attach(path, fileOf(12 * MEBIBYTE)), 413, 'PAYLOAD_TOO_LARGE');
  const form = new FormData();
  form.set('file', new File([fileOf(MAX_ATTACHMENT_BYTES + 1)], 'a.pdf'));
  const headers = { authorization: `Bearer ${admin.token}` };
  const sent = await fetch(`${service.url}${path}/attachments`, { method: 'POST', body: form, headers });
  expect(sent.status).toBe(413);
  expectFailure(await attach(path, fileOf(2 * MEBIBYTE)), 507, 'STORAGE_FULL');
  expect(await staged()).toEqual(nothing);
  // What is deleted still takes room; what is removed for good does not.
  await ask('DELETE', `/attachments/${body.data._id}`);
  expectFailure(await attach(path, fileOf(2 * MEBIBYTE)), 507, 'STORAGE_FULL');
  await ask('DELETE', `/attachments/${body.data._id}?purge=true`);
  expect((await attach(path, fileOf(2 * MEBIBYTE))).status).toBe(200);
});

it('writes a file down while it arrives; one that breaks off leaves nothing', async ({
  service,
  admin,
  bill,
  staged,
  ask,
}) => {
  const bytes = fileOf(MAX_ATTACHMENT_BYTES);
  const sending = request(`${service.url}/bills/${bill._id}/attachments`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${admin.token}`,
      'content-type': 'application/pdf',
      'content-length': bytes.length,
    },
  });
  sending.on('error', () => {});
  sending.write(bytes.subarray(0, 2 * MEBIBYTE));
  // All but a piece that is not whole yet: no more of it is in memory.
  await vi.waitFor(async () => expect((await staged()).bytes).toBe(2 * MEBIBYTE), 10_000);
  sending.destroy();
  await vi.waitFor(async () => expect(await staged()).toEqual(nothing), 10_000);
  expect(await ask('GET', `/bills/${bill._id}/attachments`)).toEqual([]);
});

it('forgets after an hour what a process that ended has left', async ({ service, staged }) => {
  const pieces = purging.kinds['pieces of files'];
  await service.sql`insert into attachment_pieces (attachment_id, number, bytes) values (gen_random_uuid(), 0, '1'), (gen_random_uuid(), 0, '2')`;
  await service.sql`update attachment_pieces set expires_at = now() - interval '1 second' where bytes = '1'`;
  await purging.purge(service.dependencies.pools.users, pieces);
  expect(await staged()).toEqual({ pieces: 1, bytes: 1 });
  await service.sql`delete from attachment_pieces where bytes = '2'`;
});

it('serves a JPEG that is a page too as a picture alone', async ({ bill, attach, read }) => {
  const polyglot = new Uint8Array([
    ...beginnings['image/jpeg'],
    ...text('<html><script>alert(1)</script></html>'),
  ]);
  const { data } = (await attach(`/bills/${bill._id}?name=x.html`, polyglot, { type: 'image/png' })).body;
  expect(data).toMatchObject({ type: 'image/jpeg', name: 'x.html.jpg' });
  const { headers } = await read(data._id, { accept: 'text/html' });
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  });
});
