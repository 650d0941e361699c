import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createPlain } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { attempt, isPublic, type PostOptions } from '../../src/webhooks/post.ts';
import { problemWith } from '../../src/webhooks/sender.ts';

const secrets = ['whsec_2yQb4tC1xk0m0m5dWlqJbYy6nZb3oYx8n2b1lq0Zt5E='];
const neverStopped = new AbortController().signal;
const resolveTo = (...addresses: string[]) => vi.fn(async () => addresses);

const post = (url: string, options: Partial<PostOptions> = {}, stop = neverStopped) =>
  attempt(
    { url, messageId: 'msg_1', body: '{}', secrets },
    { allowsPrivate: true, resolve: resolveTo('127.0.0.1'), timeoutMs: 5000, ...options },
    stop,
  );

async function listen<S extends Server>(server: S): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

describe('an address', () => {
  it.each([
    '0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.254 127.0.0.1 127.255.255.255 169.254.169.254',
    '172.16.0.1 172.31.255.255 192.0.0.1 192.0.2.1 192.168.0.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1',
    '239.255.255.255 240.0.0.1 255.255.255.255',
    ':: ::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:a9fe:a9fe ::127.0.0.1 ::7f00:1 64:ff9b::7f00:1 64:ff9b:1::7f00:1',
    'fc00::1 fd00:ec2::254 fe80::1 fec0::1 ff02::1 100::1 2001:db8::1 2002:7f00:1:: 2001:0:7f00:1:: 2001:10::1 3fff::1 5f00::1',
    ' localhost 127.1 2130706433 fe80::1%eth0',
  ])('of a private network, of this machine, or of none is not public: %s', (addresses) => {
    expect(addresses.split(' ').filter(isPublic)).toEqual([]);
  });

  it('of the internet is public', () => {
    const all = [
      '1.1.1.1',
      '93.184.216.34',
      '172.32.0.1',
      '100.128.0.1',
      '2606:4700::1111',
      '::ffff:1.1.1.1',
    ];
    expect(all.filter((one) => !isPublic(one))).toEqual([]);
  });

  it('is refused as a webhook’s where that shows at once', () => {
    expect(problemWith('https://example.org:8443/x', false)).toBeUndefined();
    expect(problemWith('http://example.org/', false)).toBe('https_required');
    for (const host of ['127.1', '[::1]', 'LOCALHOST', 'x.localhost.', '[::ffff:7f00:1]'])
      expect(problemWith(`https://${host}/`, false), host).toBe('not_public');
    expect(problemWith('http://127.0.0.1/', true)).toBeUndefined();
  });
});

describe('a request', () => {
  it('is not made where any address of the name is private', async () => {
    const resolve = resolveTo('1.1.1.1', '10.0.0.1');
    const made = await post('https://receiver.example/', { allowsPrivate: false, resolve });
    expect(made).toMatchObject({ status: null, error: 'not_public' });
  });

  it('goes to the address that was checked, whatever the name has a moment later, with its name', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'webhooks-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
        .concat(['-keyout', 'key', '-out', 'certificate', '-subj', '/CN=receiver.example'])
        .concat(['-addext', 'subjectAltName=DNS:receiver.example']),
      { cwd: folder, stdio: 'pipe' },
    );
    const [key, cert] = ['key', 'certificate'].map((name) => readFileSync(join(folder, name), 'utf8'));
    const seen: unknown[] = [];
    const server = createServer({ key, cert }, ({ socket, headers }, response) => {
      seen.push([(socket as TLSSocket).servername, headers.host]);
      response.end('here');
    });
    const port = await listen(server);
    const answers = [['127.0.0.1'], ['127.0.0.2']];
    const resolve = vi.fn(async () => answers.shift() ?? []);
    const url = `https://receiver.example:${port}/`;
    expect(await post(url, { resolve })).toMatchObject({ status: null, error: 'untrusted_certificate' });
    answers.unshift(['127.0.0.1']);
    setDefaultCACertificates([cert ?? '']);
    expect(await post(url, { resolve })).toMatchObject({ status: 200, error: null, answer: 'here' });
    expect(resolve).toHaveBeenCalledTimes(2);
    expect(seen).toEqual([['receiver.example', `receiver.example:${port}`]]);
    // A certificate of another name.
    answers.unshift(['127.0.0.1']);
    const other = await post(url.replace('receiver', 'other'), { resolve });
    expect(other.error).toBe('untrusted_certificate');
  });

  it('follows no redirect', async () => {
    const target = vi.fn();
    const inner = await listen(createPlain(target));
    const port = await listen(
      createPlain((_, response) => response.writeHead(302, { location: `http://127.0.0.1:${inner}/` }).end()),
    );
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 302, error: 'redirected' });
    expect(target).not.toHaveBeenCalled();
  });

  it('reads 64 KiB of an answer, and keeps 1 KiB', async () => {
    let written = 0;
    const port = await listen(
      createPlain((_, response) => {
        const more = () => {
          while (!response.destroyed && response.write('x'.repeat(65_536))) written += 65_536;
        };
        response.on('drain', more);
        more();
      }),
    );
    const made = await post(`http://127.0.0.1:${port}/`);
    expect(made).toMatchObject({ status: 200, error: null, answer: 'x'.repeat(1024) });
    expect(written).toBeLessThan(64 * 1024 * 1024);
  });

  it('ends in time, whoever is slow: the name, the answer, or its body a byte at a time', async () => {
    const slow = { resolve: () => new Promise<never>(() => {}), timeoutMs: 100 };
    expect(await post('https://receiver.example/', slow)).toMatchObject({ status: null, error: 'timed_out' });
    const silent = await listen(createPlain(() => {}));
    expect(await post(`http://127.0.0.1:${silent}/`, { timeoutMs: 100 })).toMatchObject({
      error: 'timed_out',
    });
    const dripping = await listen(
      createPlain((_, response) => {
        const timer = setInterval(() => response.write('.'), 10);
        response.on('close', () => clearInterval(timer));
      }),
    );
    const made = await post(`http://127.0.0.1:${dripping}/`, { timeoutMs: 100 });
    expect(made).toMatchObject({ status: 200, error: 'timed_out' });
  });

  it('says why there was no answer', async () => {
    const unknown = await post('https://receiver.example/', { resolve: resolveTo() });
    expect(unknown).toMatchObject({ status: null, error: 'unknown_host' });
    const failing = await post('https://receiver.example/', {
      resolve: () => Promise.reject(new Error('no')),
    });
    expect(failing.error).toBe('unknown_host');
    expect(await post('http://127.0.0.1:1/')).toMatchObject({ status: null, error: 'no_connection' });
    const plain = await post('http://1.1.1.1/', { allowsPrivate: false });
    expect(plain).toMatchObject({ status: null, error: 'not_https' });
  });

  it('that is ended by the service is none', async () => {
    const stop = new AbortController();
    const port = await listen(createPlain(() => stop.abort()));
    await expect(post(`http://127.0.0.1:${port}/`, {}, stop.signal)).rejects.toThrow('aborted');
  });
});
