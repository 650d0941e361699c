import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { environment } from './package.ts';

/**
 * Starts a program that prints its address, calls `use` with it, and ends it.
 * @throws with what it said, if it ends before it prints one
 */
export async function served<Result>(
  command: string,
  args: readonly string[],
  cwd: string,
  use: (address: string) => Promise<Result>,
): Promise<Result> {
  const program = spawn(command, args, {
    cwd,
    env: { ...environment, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    return await use(await addressOf(program));
  } finally {
    if (program.exitCode === null && program.kill()) await once(program, 'exit');
  }
}

async function addressOf(program: ChildProcess): Promise<string> {
  const said: string[] = [];
  program.stderr?.on('data', (text) => said.push(String(text)));
  if (!program.stdout) throw new Error('No output');
  for await (const line of createInterface(program.stdout)) {
    const [address] = /https?:\/\/\S+/.exec(line) ?? [];
    if (address) return address.replace('[::1]', 'localhost').replace('0.0.0.0', '127.0.0.1');
    said.push(`${line}\n`);
  }
  throw new Error(`It ended without an address:\n${said.join('')}`);
}
