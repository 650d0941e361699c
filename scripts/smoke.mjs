// Logs in to a running service and writes a record (`write`), or finds that record again (`read`); loads the front-end.
// Says what is wrong and exits with 1. The user is ADMIN_USERNAME with ADMIN_PASSWORD.
const [base, mode] = process.argv.slice(2);
const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = process.env;
const name = 'Payee of the smoke test';

async function call(method, path, body, token) {
  const headers = {
    ...(body && { 'content-type': 'application/json' }),
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const response = await fetch(base + path, { method, headers, body: body && JSON.stringify(body) });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text).data;
}

const { accessToken } = await call('POST', '/auth', { username, password });
if (mode === 'write') await call('POST', '/payees', { name }, accessToken);
const found = await call('GET', '/payees', undefined, accessToken);
if (!found.some((payee) => payee.name === name)) throw new Error(`Not among ${found.length} payees`);

const page = await (await fetch(`${base}/app/`)).text();
const script = /<script[^>]* src="\.\/([^"]+)"/.exec(page)?.[1];
const loaded = script && (await fetch(`${base}/app/${script}`));
// Read to its end: what is left of an answer keeps the connection, and so this process.
await loaded?.arrayBuffer();
if (!loaded?.ok)
  throw new Error(`The front-end is not served: ${loaded?.status} ${script} ${page.slice(0, 200)}`);
