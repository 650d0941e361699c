import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeExit } from '@daybook/testing/before-exit';
import { isOnPath } from '@daybook/testing/machine';
import type { RequestSpec } from './cases.ts';
import type { Options } from './options.ts';

const cores = availableParallelism();
const canPin = cores > 1 && isOnPath('taskset');

/** A command on the server's own core, or on all the others. */
export function pinned(where: 'server' | 'others', ...command: [string, ...string[]]): [string, ...string[]] {
  if (!canPin) return command;
  const list = where === 'server' ? '0' : cores === 2 ? '1' : `1-${cores - 1}`;
  return ['taskset', '-c', list, ...command];
}

/** For the report. */
export const pinning = canPin
  ? 'server on one core, everything else on the others'
  : 'nothing pinned to a core';

/** What one round of load gave. */
export interface Load {
  readonly requests: number;
  readonly seconds: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Requests without their 200. */
  readonly failed: number;
}

export type LoadSettings = Pick<Options, 'generator' | 'connections'> & { readonly mayFail?: true } & (
    | { readonly seconds: number }
    | { readonly amount: number }
  );

const run = promisify(execFile);
const generator = fileURLToPath(new URL('generator.ts', import.meta.url));

/** Sends the requests in turn, from a process of its own. @throws Error if one of them did not get its 200 and none may fail */
export async function load(
  url: string,
  requests: readonly RequestSpec[],
  settings: LoadSettings,
): Promise<Load> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-load-'));
  try {
    const withWrk = settings.generator === 'wrk' && 'seconds' in settings;
    const result = withWrk
      ? await wrk(url, requests, settings, folder)
      : await autocannon(url, requests, settings, folder);
    if (result.failed > 0 && !settings.mayFail) throw new Error(`${result.failed} requests failed`);
    return result;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function autocannon(
  url: string,
  requests: readonly RequestSpec[],
  settings: LoadSettings,
  folder: string,
) {
  const task = join(folder, 'task.json');
  writeFileSync(task, JSON.stringify({ url, requests, ...settings }));
  const [command, ...args] = pinned('others', process.execPath, generator, task);
  return JSON.parse(await output(command, args, folder)) as Load;
}

async function wrk(
  url: string,
  requests: readonly RequestSpec[],
  { connections, seconds }: { connections: number; seconds: number },
  folder: string,
): Promise<Load> {
  const script = join(folder, 'requests.lua');
  const { host } = new URL(url);
  writeFileSync(script, lua(requests.map((request) => httpText(request, host))));
  const flags = [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--latency',
    '--timeout',
    '10s',
    '-s',
    script,
    url,
  ];
  const [command, ...args] = pinned('others', 'wrk', ...flags);
  const stdout = await output(command, args, folder);
  const [, line = ''] = stdout.split('RESULT ');
  return JSON.parse(line) as Load;
}

async function output(command: string, args: readonly string[], folder: string): Promise<string> {
  const running = run(command, args);
  const cancelCleanup = beforeExit(() => {
    running.child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  try {
    return (await running).stdout;
  } finally {
    cancelCleanup();
  }
}

/** A request as it goes over the wire (RFC 9112). */
function httpText({ method, path, token, body }: RequestSpec, host: string): string {
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${host}`];
  if (token) lines.push(`Authorization: Bearer ${token}`);
  if (body) lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`);
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

/** Text of ASCII is quoted in JSON as in Lua. */
const lua = (requests: readonly string[]) => `
local requests = {${requests.map((request) => JSON.stringify(request)).join(',\n')}}
local n = 0
function request()
  n = n % #requests + 1
  return requests[n]
end
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('RESULT {"requests":%d,"seconds":%f,"p50":%f,"p99":%f,"failed":%d}',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
`;
