import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeExit } from '@daybook/testing/before-exit';
import type { RigContext } from './rig.ts';

const listening = `const server = require('node:net').createServer();
server.listen({ host: '127.0.0.1', port: 0, backlog: 1 }, () => console.log(server.address().port));`;

/**
 * A port that never answers, like a host that drops all packets: of a stopped process whose queue of new connections is
 * full. It ends with the rig.
 */
export async function startSilentHost(context: RigContext): Promise<number> {
  const child = spawn(process.execPath, ['-e', listening], { stdio: ['ignore', 'pipe', 'inherit'] });
  const cancelCleanup = beforeExit(() => child.kill('SIGKILL'));
  context.defer(() => {
    cancelCleanup();
    child.kill('SIGKILL');
  });
  const [chunk] = await once(child.stdout, 'data');
  const port = Number(chunk);
  child.kill('SIGSTOP');
  for (let full = false; !full; ) {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    context.defer(() => socket.destroy());
    full = !(await Promise.race([once(socket, 'connect'), wait(500)]));
  }
  return port;
}
