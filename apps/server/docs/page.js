// The reference with a log-in. The token is kept in memory alone: a reload forgets it.

const element = (id) => document.getElementById(id);
const logInForm = element('log-in');
const logOutForm = element('log-out');

/** Where the service is: this page stands at /docs/ below it. */
const service = new URL('..', location.href).pathname.replace(/\/$/, '');

let token;

/** What the reference sends, with the token unless somebody typed another one there. */
function sendWithToken(input, init) {
  const request = new Request(input, init);
  const isSet = /^bearer \S/i.test(request.headers.get('authorization') ?? '');
  if (token !== undefined && !isSet) request.headers.set('authorization', `Bearer ${token}`);
  return fetch(request);
}

/** A parameter that may be left out is, until somebody ticks it: the first try shows data, not what an example finds. */
function withoutOptional(openapi) {
  for (const operations of Object.values(openapi.paths))
    for (const { parameters = [] } of Object.values(operations))
      for (const parameter of parameters) {
        if (parameter.required) continue;
        const { example, schema } = parameter;
        const value = example ?? schema?.examples?.[0] ?? schema?.default ?? '';
        delete parameter.example;
        parameter.examples = { default: { value, 'x-disabled': true } };
      }
  return openapi;
}

Scalar.createApiReference('#reference', {
  content: withoutOptional(await (await fetch(`${service}/openapi.json`)).json()),
  // Of this page, also behind a proxy that nobody has declared.
  servers: [{ url: service || '/' }],
  authentication: { preferredSecurityScheme: 'bearer' },
  customFetch: sendWithToken,
  persistAuth: false,
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  documentDownloadType: 'none',
});

function show(username) {
  logInForm.hidden = username !== undefined;
  logOutForm.hidden = username === undefined;
  element('who').textContent = username ?? '';
}

/** The data of an answer. @throws Error with the service's own message */
async function call(method, path, options) {
  const response = await fetch(`${service}${path}`, { method, credentials: 'omit', ...options });
  const { success, message, data } = await response.json();
  if (!success) throw new Error(message);
  return data;
}

const submitted = (form, act) =>
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    element('answer').textContent = '';
    try {
      await act();
    } catch (error) {
      element('answer').textContent = error.message;
    }
  });

submitted(logInForm, async () => {
  const { username, password } = Object.fromEntries(new FormData(logInForm));
  const headers = { 'content-type': 'application/json' };
  const login = await call('POST', '/auth', { headers, body: JSON.stringify({ username, password }) });
  token = login.accessToken;
  logInForm.reset();
  show(login.user.username);
  logOutForm.querySelector('button').focus();
});

submitted(logOutForm, async () => {
  const headers = { authorization: `Bearer ${token}` };
  token = undefined;
  show(undefined);
  logInForm.elements.username.focus();
  await call('DELETE', '/auth/logout', { headers });
});
