import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { atOnce, tally } from '../support/asking.ts';
import { beginnings, fileOf, attaching as it, pdf } from '../support/attachments.ts';
import { unknownId } from '../support/service.ts';
import { expectFailure } from '../support/wire.ts';

const hashOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

// docs/rules.md, section 19.
it('keeps a file as it was sent, and answers it whole and in ranges', async ({ bill, attach, read, ask }) => {
  const bytes = fileOf(700_001);
  const { status, body } = await attach(`/bills/${bill._id}?name=scan.pdf`, bytes);
  expect(status, JSON.stringify(body)).toBe(200);
  const { data } = body;
  expect(data).toEqual({
    _id: expect.any(String),
    name: 'scan.pdf',
    type: 'application/pdf',
    size: 700_001,
    sha256: hashOf(bytes),
    thumbnail: null,
    createdAt: expect.any(String),
    version: 1,
  });
  expect(await ask('GET', `/bills/${bill._id}/attachments`)).toEqual([data]);

  const whole = await read(data._id);
  expect(whole.status).toBe(200);
  expect(hashOf(whole.bytes)).toBe(data.sha256);
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': '700001',
    'content-disposition': 'inline; filename=scan.pdf',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    etag: `"${data.sha256}"`,
  });
  const etag = `"${data.sha256}"`;
  expect((await read(data._id, { 'if-none-match': etag })).status).toBe(304);

  for (const [range, first, last] of [
    ['bytes=0-0', 0, 0],
    ['bytes=262143-262144', 262_143, 262_144],
    ['bytes=262144-', 262_144, 700_000],
    ['bytes=-10', 699_991, 700_000],
    ['bytes=700000-9999999', 700_000, 700_000],
  ] as const) {
    const part = await read(data._id, { range, 'if-range': etag });
    expect(part.status, range).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes ${first}-${last}/700001`);
    expect(part.bytes.equals(bytes.subarray(first, last + 1)), range).toBe(true);
  }
  for (const headers of [
    { range: 'bytes=0-1', 'if-range': '"another"' },
    { range: 'bytes=0-1,5-6' },
    { range: 'bytes=5-2' },
    { range: 'lines=1-2' },
  ])
    expect((await read(data._id, headers)).status, JSON.stringify(headers)).toBe(200);
  const beyond = await read(data._id, { range: 'bytes=700001-' });
  expect(beyond.status).toBe(416);
  expect(beyond.headers.get('content-range')).toBe('bytes */700001');
  expect(JSON.parse(beyond.bytes.toString()).error.code).toBe('RANGE_NOT_SATISFIABLE');
});

it.for(Object.entries(beginnings))(
  'knows %s by its content, whatever is said',
  async ([type, start], { bill, attach }) => {
    const { body } = await attach(
      `/bills/${bill._id}?name=a.txt`,
      new Uint8Array([...start, 0, 0, 0, 0, 0, 0, 0, 0]),
      {
        type: 'application/octet-stream',
      },
    );
    expect(body.data?.type, JSON.stringify(body)).toBe(type);
  },
);

it('takes a form, and the name from where it is said', async ({ service, admin, bill, attach }) => {
  const form = new FormData();
  form.set('file', new File([pdf], 'of form.pdf'));
  const path = `${service.url}/bills/${bill._id}/attachments`;
  const sent = await fetch(path, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(await sent.json()).toMatchObject({ data: { name: 'of form.pdf' } });
  const client = service.client(admin.token);
  form.set('billID', bill._id);
  form.set('name', 'of client.pdf');
  expect((await client.attachments.addToBill.mutate(form)).name).toBe('of client.pdf');
  const disposition = "attachment; filename=a.pdf; filename*=UTF-8''%e2%82%ac.pdf";
  expect(
    (await attach(`/bills/${bill._id}`, pdf, { headers: { 'content-disposition': disposition } })).body.data
      .name,
  ).toBe('€.pdf');
  const list = await client.attachments.listOfBill.query({ billID: bill._id });
  expect(list.map(({ name }) => name)).toEqual(['of form.pdf', 'of client.pdf', '€.pdf']);
});

it('changes the count but not the version or the journal; updatedSince and ETag show it', async ({
  service,
  admin: { token },
  bill,
  attach,
  ask,
}) => {
  const path = `/bills/${bill._id}`;
  const before = await service.call('GET', path, { token });
  const tag = before.headers.get('etag') ?? '';
  const since = before.body.data.updatedAt;
  const { data } = (await attach(path)).body;
  const answer = await service.call('GET', path, { token, headers: { 'if-none-match': tag } });
  expect(answer.status).toBe(200);
  expect(answer.body.data).toMatchObject({ attachments: 1, version: before.body.data.version });
  const changed = await ask('GET', `/bills?updatedSince=${since}`);
  expect(changed.find(({ _id }: { _id: string }) => _id === bill._id)).toMatchObject({ attachments: 1 });
  const [row] = await service.sql`select updated_at > created_at as later from bills where id = ${bill._id}`;
  expect(row?.later).toBe(true);
  expect(await ask('GET', `/journal?record=${bill._id}`)).toHaveLength(1);
  expect(await ask('GET', `/journal?record=${data._id}`)).toMatchObject([
    {
      kind: 'attachments',
      action: 'create',
      subject: { title: data.name },
      after: { bill: bill._id, size: 15 },
    },
  ]);
  // The tag of before still names the version.
  const put = await service.call('PUT', path, {
    token,
    body: { description: 'x' },
    headers: { 'if-match': tag },
  });
  expect(put.body.data).toMatchObject({ attachments: 1, version: 2 });
});

it('has the thumbnail that was made of it, until its bytes go', async ({
  service,
  admin: { token },
  bill,
  attach,
  ask,
}) => {
  const { data } = (await attach(`/bills/${bill._id}`)).body;
  const path = `/attachments/${data._id}`;
  for (const type of ['jpeg', 'png', 'webp'] as const) {
    const thumbnail = `data:image/${type};base64,${Buffer.from(beginnings[`image/${type}`]).toString('base64')}`;
    expect(await ask('PUT', `${path}/thumbnail`, { thumbnail })).toEqual({ ...data, thumbnail });
    expect(await ask('GET', `/bills/${bill._id}/attachments`)).toEqual([{ ...data, thumbnail }]);
  }
  expect(await ask('GET', `/journal?record=${data._id}`)).toHaveLength(1);
  for (const thumbnail of [
    'data:image/svg+xml;base64,PHN2Zz4=',
    'data:text/html;base64,/9j/',
    'data:image/png;base64,/9j/',
    'data:image/jpeg;base64,/9j/"><script>',
    'https://example.com/a.png',
    `data:image/jpeg;base64,/9j/${'A'.repeat(12_000)}`,
    '',
  ]) {
    const refused = await service.call('PUT', `${path}/thumbnail`, { token, body: { thumbnail } });
    expectFailure(refused, 400, 'VALIDATION');
  }
  await ask('DELETE', path);
  const late = await service.call('PUT', `${path}/thumbnail`, { token, body: { thumbnail: null } });
  expectFailure(late, 404, 'NOT_FOUND');
  await ask('DELETE', `${path}?purge=true`);
  expect(await service.sql`select thumbnail from attachments where id = ${data._id}`).toEqual([
    { thumbnail: null },
  ]);
});

it('is deleted by a mark, found in the trash, restored and undone', async ({
  service,
  admin: { token },
  bill,
  attach,
  read,
  ask,
}) => {
  const path = `/bills/${bill._id}`;
  const { data } = (await attach(path)).body;
  expect(await ask('DELETE', `/attachments/${data._id}`)).toEqual({ _id: data._id });
  expect((await read(data._id)).status).toBe(404);
  expect(await ask('GET', path)).toMatchObject({ attachments: 0 });
  const [inTrash] = await ask('GET', '/trash?kind=attachments');
  expect(inTrash).toMatchObject({ _id: data._id, title: data.name, kind: 'attachments' });
  expect(await ask('POST', `/journal/${inTrash.entry}/undo`)).toMatchObject({ _id: data._id, version: 3 });
  expect(await ask('GET', path)).toMatchObject({ attachments: 1 });
  expectFailure(
    await service.call('POST', `/attachments/${data._id}/restore`, { token }),
    409,
    'NOT_DELETED',
  );
  await ask('DELETE', `/attachments/${data._id}`);
  expect(await ask('POST', `/attachments/${data._id}/restore`)).toEqual({ ...data, version: 5 });

  // With its record it is out of sight, and comes back with it.
  await ask('DELETE', path);
  for (const gone of [`/attachments/${data._id}`, `${path}/attachments`])
    expectFailure(await service.call('GET', gone, { token }), 404, 'NOT_FOUND');
  expectFailure(await service.call('DELETE', `/attachments/${data._id}`, { token }), 404, 'NOT_FOUND');
  expectFailure(await attach(path), 404, 'NOT_FOUND');
  await ask('POST', `${path}/restore`);
  expect((await read(data._id)).bytes.toString()).toBe(pdf);
});

it('is removed for good by an Administrator', async ({
  service,
  admin: { token },
  supervisor,
  bill,
  attach,
  ask,
}) => {
  const { data } = (await attach(`/bills/${bill._id}`)).body;
  const path = `/attachments/${data._id}`;
  expectFailure(await service.call('DELETE', `${path}?purge=true`, supervisor), 403, 'FORBIDDEN');
  await ask('DELETE', path);
  await ask('DELETE', `${path}?purge=true`);
  expect(await service.sql`select from attachment_pieces where attachment_id = ${data._id}`).toHaveLength(0);
  expectFailure(await service.call('POST', `${path}/restore`, { token }), 404, 'NOT_FOUND');
  expectFailure(await service.call('DELETE', `${path}?purge=true`, { token }), 404, 'NOT_FOUND');
  const entries = await ask('GET', `/journal?record=${data._id}`);
  expect(entries.map(({ action }: { action: string }) => action)).toEqual(['erase', 'delete', 'create']);
  expectFailure(
    await service.call('POST', `/journal/${entries[1]._id}/undo`, { token }),
    409,
    'NOT_UNDOABLE',
  );
  const trash = await ask('GET', '/trash?kind=attachments');
  expect(trash.filter(({ _id }: { _id: string }) => _id === data._id)).toEqual([]);
  expect(await ask('GET', `/bills/${bill._id}`)).toMatchObject({ attachments: 0 });
});

it('has 20 of a record at the most, also at once', async ({
  service,
  admin: { token },
  bill,
  attach,
  ask,
}) => {
  const answers = await atOnce(25, () => attach(`/bills/${bill._id}`));
  expect(tally(answers)).toEqual({ 200: 20, 400: 5 });
  expect(answers.find(({ status }) => status === 400)?.body.error.issues).toMatchObject([
    { code: 'limit_reached', params: { max: 20 } },
  ]);
  expect(await ask('GET', `/bills/${bill._id}`)).toMatchObject({ attachments: 20 });
  expect(await service.sql`select from attachment_pieces where expires_at is not null`).toHaveLength(0);
  const [gone] = await ask('GET', `/bills/${bill._id}/attachments`);
  await ask('DELETE', `/attachments/${gone._id}`);
  expect((await attach(`/bills/${bill._id}`)).status).toBe(200);
  expectFailure(await service.call('POST', `/attachments/${gone._id}/restore`, { token }), 400, 'VALIDATION');
});

it('is of cheques and payees likewise; an unknown record has none', async ({
  make,
  attach,
  ask,
  service,
  admin: { token },
}) => {
  const payee = await make('payees', { name: 'Baker' });
  const cheque = await make('cheques', { serial: 'A1', dueDate: '2024-01-02', value: '1', payee: payee._id });
  for (const path of [`/payees/${payee._id}`, `/cheques/${cheque._id}`]) {
    const { data } = (await attach(path)).body;
    expect(await ask('GET', path)).toMatchObject({ attachments: 1 });
    expect(await ask('GET', `${path}/attachments`)).toEqual([data]);
  }
  for (const resource of ['bills', 'payees', 'cheques', 'settlements']) {
    const headers = { 'idempotency-key': `of-${resource}` };
    expectFailure(await attach(`/${resource}/${unknownId}`, pdf, { headers }), 404, 'NOT_FOUND');
    expectFailure(
      await service.call('GET', `/${resource}/${unknownId}/attachments`, { token }),
      404,
      'NOT_FOUND',
    );
  }
  expect(await service.sql`select from attachment_pieces where expires_at is not null`).toHaveLength(0);
});

it('is made once for a key', async ({ bill, attach, service, ask }) => {
  const headers = { 'idempotency-key': 'a-file' };
  const first = await attach(`/bills/${bill._id}`, pdf, { headers });
  const again = await attach(`/bills/${bill._id}`, pdf, { headers });
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expectFailure(await attach(`/bills/${bill._id}`, `${pdf}x`, { headers }), 409, 'IDEMPOTENCY_KEY_REUSED');
  expect(await ask('GET', `/bills/${bill._id}/attachments`)).toHaveLength(1);
  expect(await service.sql`select from attachment_pieces where expires_at is not null`).toHaveLength(0);
});
