// npm run dev: the service, started again at every change of its sources, and before it Vite's dev server, which shows a
// change of the front-end without a reload. Both have one address, that of npm start: Vite passes on what is not below /app/.
import { spawn } from 'node:child_process';
import { createServer as createSocket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createServer } from 'vite';
import { readEnv } from '../apps/server/src/env.ts';

const { host, port, basePath } = configuration();
const page = `${basePath}/app/`;

const servicePort = await freePort();
const service = `http://127.0.0.1:${servicePort}`;
const child = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', '--import', './scripts/parent-watch.mjs', 'apps/server/src/dev.ts'],
  {
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(servicePort) },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  },
);

const vite = await createServer({
  root: 'apps/web',
  base: page,
  clearScreen: false,
  logLevel: 'info',
  plugins: [{ name: 'base-path', transformIndexHtml: (html) => html.replace('"/app/"', `"${page}"`) }],
  server: {
    host,
    port,
    strictPort: true,
    // The service decides whose pages may call it.
    cors: false,
    proxy: { [`^(?!${page.replaceAll('.', '\\.')}|/$)`]: { target: service, configure: answerUnavailable } },
  },
});

let stopping = false;
async function stop() {
  if (stopping) return;
  stopping = true;
  child.kill('SIGTERM');
  await vite.close();
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
child.once('exit', async (code) => {
  await stop();
  process.exit(code ?? 0);
});

try {
  await vite.listen();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
  await stop();
}
while (!stopping && !(await isReady())) await wait(250);
if (!stopping) {
  const { address, port: listening } = vite.httpServer.address();
  const name = address.includes(':') ? `[${address}]` : address;
  console.log(`Open http://${name}:${listening}${page}: changes of the front-end show at once.`);
}

/** As the service reads it. */
function configuration() {
  try {
    return readEnv();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}

/** While the service restarts, requests get 503, after which clients try again. */
function answerUnavailable(proxy) {
  proxy.on('error', (_error, _request, response) => {
    if (!('writeHead' in response) || response.headersSent) return;
    response.writeHead(503, { 'retry-after': '1', 'content-type': 'text/plain' });
    response.end('The service is starting.');
  });
}

function isReady() {
  return fetch(`${service}${basePath}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** The service keeps it when it starts again. */
async function freePort() {
  const socket = createSocket().listen(0, '127.0.0.1');
  await new Promise((resolve) => socket.once('listening', resolve));
  const { port } = socket.address();
  await new Promise((resolve) => socket.close(resolve));
  return port;
}
