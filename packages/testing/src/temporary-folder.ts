import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Standard input ends with the process that started this one. What writes to the folder stops then too, within a moment.
const REMOVE = 'trap "" HUP INT TERM; cat >/dev/null; while [ -e "$0" ]; do rm -rf "$0"; sleep 1; done';

/** Global set-up: gives the tests a temporary folder, which is removed at their end, also if they are killed. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-tests-'));
  // A test may run a program as another user.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  const remover = spawn('sh', ['-c', REMOVE, folder], {
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  return () => void remover.stdin.end();
}
