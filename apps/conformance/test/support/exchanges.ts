import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import document from '../../../server/openapi.json' with { type: 'json' };

export interface Exchange {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
  };
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
}

/** What the tests of the server ask over HTTP. */
const folders = ['test/resources', 'test/security', 'test/transport'];
const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** The server's HTTP tests, in a process of their own, recorded into the folder. @throws if they fail */
export const runSuite = (folder: string): Promise<void> =>
  new Promise((resolve, reject) => {
    // This vitest's own variables would confuse the other.
    const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'));
    const env = { ...Object.fromEntries(inherited), EXCHANGES: folder };
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const args = [vitest, 'run', '--project', 'server', '--reporter=dot', ...folders];
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output = (output + chunk).slice(-20_000);
      });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The HTTP suite failed:\n${output}`));
    });
  });

export const isFilled = async (folder: string | undefined): Promise<boolean> =>
  folder !== undefined && existsSync(folder) && (await readdir(folder)).length > 0;

/** Every line of every file in the folder. */
export async function readExchanges(folder: string): Promise<Exchange[]> {
  const files = await readdir(folder);
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return texts.flatMap((text) =>
    text.split('\n').flatMap((line) => (line ? [JSON.parse(line) as Exchange] : [])),
  );
}

interface Response {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>;
  readonly 'x-error-codes'?: readonly string[];
}
type Responses = Readonly<Record<string, Response>>;

const components = document.components.responses as Responses;
const last = (pointer: string) => pointer.slice(pointer.lastIndexOf('/') + 1);

/** Templates without parameters first: /users/password is not a user. */
const operations = Object.entries(document.paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => ({
      method: method.toUpperCase(),
      path,
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
      responses: responses as Responses,
    })),
  )
  .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length);

const pathOf = (url: string) => url.replace(/^http:\/\/[^/]+/, '').split('?', 1)[0] ?? '';

/**
 * What redocly does not look at: that the status, the code of the failure and the required headers are documented.
 * Exchanges that belong to no documented operation are left out.
 */
export function driftOf({ request, response }: Exchange): string[] {
  const operation = operations.find(
    ({ method, pattern }) => method === request.method && pattern.test(pathOf(request.url)),
  );
  if (!operation) return [];
  const at = `${operation.method} ${operation.path} ${response.status}`;
  const reference = operation.responses[response.status];
  const documented = reference?.$ref ? components[last(reference.$ref)] : reference;
  if (!documented) return [`${at}: not documented`];
  const codes = documented['x-error-codes'];
  const code = codes && JSON.parse(response.body).error.code;
  const missing = Object.entries(documented.headers ?? {}).flatMap(([name, { required }]) =>
    required && response.headers[name.toLowerCase()] === undefined ? [`${at}: no header ${name}`] : [],
  );
  return [...(codes && !codes.includes(code) ? [`${at}: code ${code}`] : []), ...missing];
}
