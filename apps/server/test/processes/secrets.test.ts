import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DataDirectoryError, dataDirectory, jwtSecret, writeAdminPassword } from '../../src/secrets.ts';

let root: string;
let dataDir: string;
const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'daybook-secrets-'));
  dataDir = join(root, 'deep', 'data');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

test('the folder is created with mode 0700', () => {
  expect(dataDirectory(dataDir)).toBe(dataDir);
  expect(mode(dataDir)).toBe('700');
  chmodSync(dataDir, 0o755);
  dataDirectory(dataDir);
  expect(mode(dataDir)).toBe('700');
});

test('a file in its place, and shared folders, are refused with a message', () => {
  writeFileSync(join(root, 'file'), '');
  expect(() => dataDirectory(join(root, 'file'))).toThrow(
    /^DATA_DIR .*file cannot be written \(EEXIST\); give/,
  );
  expect(() => dataDirectory(join(root, 'file', 'data'))).toThrow(/cannot be written \(EEXIST\)/);
  if (process.platform === 'linux')
    expect(() => dataDirectory('/proc/data')).toThrow(/cannot be written \(ENOENT\)/);
  mkdirSync(join(root, 'shared'));
  chmodSync(join(root, 'shared'), 0o1777);
  for (const path of ['/', join(root, 'shared')]) {
    expect(() => dataDirectory(path)).toThrow(/is used for other things; set it to a folder of its own$/);
  }
  expect(statSync(join(root, 'shared')).mode & 0o7777).toBe(0o1777);
});

test('a folder that cannot be written', ({ skip }) => {
  if (process.getuid?.() === 0) return skip('root may write everywhere');
  mkdirSync(join(root, 'closed'), { mode: 0o500 });
  expect(() => dataDirectory(join(root, 'closed', 'data'))).toThrow(/cannot be written \(EACCES\)/);
});

test('JWT_SECRET is used unchanged, and nothing is written', () => {
  expect(jwtSecret({ jwtSecret: 'sécret', dataDir })).toEqual(new TextEncoder().encode('sécret'));
  expect(readdirSync(root)).toEqual([]);
});

test('without it a secret of 48 random bytes is created once, in a file of mode 0600', () => {
  const secret = jwtSecret({ dataDir });
  expect(Buffer.from(new TextDecoder().decode(secret), 'base64url')).toHaveLength(48);
  expect(jwtSecret({ dataDir })).toEqual(secret);
  expect(mode(join(dataDir, 'jwt-secret'))).toBe('600');
  expect(readdirSync(dataDir)).toEqual(['jwt-secret']);
  expect(jwtSecret({ dataDir: join(root, 'other') })).not.toEqual(secret);
});

test('a damaged secret is refused', () => {
  dataDirectory(dataDir);
  writeFileSync(join(dataDir, 'jwt-secret'), 'abc');
  expect(() => jwtSecret({ dataDir })).toThrow(DataDirectoryError);
});

test('eight processes that start together use the same secret', async () => {
  const source = new URL('../../src/secrets.ts', import.meta.url).href;
  const start = Date.now() + 1500;
  const code = `
    import { jwtSecret } from ${JSON.stringify(source)};
    await new Promise((resolve) => setTimeout(resolve, ${start} - Date.now()));
    console.log(new TextDecoder().decode(jwtSecret({ dataDir: ${JSON.stringify(dataDir)} })));`;
  const answers = Array.from({ length: 8 }, async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.on('data', (data) => {
      said += data;
    });
    await once(child, 'close');
    return said.trim();
  });
  const [first, ...others] = new Set(await Promise.all(answers));
  expect(first).toHaveLength(64);
  expect(others).toEqual([]);
});

test('the first Administrator’s password: a file of mode 0600, replaced as a whole', () => {
  dataDirectory(dataDir);
  writeFileSync(join(root, 'target'), 'untouched');
  symlinkSync(join(root, 'target'), join(dataDir, 'initial-admin-password'));
  const path = writeAdminPassword(dataDir, 'admin', 'p4ss word');
  expect(path).toBe(join(dataDir, 'initial-admin-password'));
  expect(readFileSync(path, 'utf8')).toBe('username: admin\npassword: p4ss word\n');
  expect(mode(path)).toBe('600');
  expect(readFileSync(join(root, 'target'), 'utf8')).toBe('untouched');
  expect(readdirSync(dataDir)).toEqual(['initial-admin-password']);
});
