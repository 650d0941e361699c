/** One request of a case. */
export interface RequestSpec {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  /** JSON. */
  readonly body?: string;
  /** Without one the request is anonymous. */
  readonly token?: string;
}

export const headersOf = ({ token, body }: RequestSpec): Record<string, string> => ({
  ...(token !== undefined && { authorization: `Bearer ${token}` }),
  ...(body !== undefined && { 'content-type': 'application/json' }),
});

/** Sends one request. @throws Error for anything but 200 with JSON */
export async function send(url: string, request: RequestSpec): Promise<unknown> {
  const { method, path, body } = request;
  const response = await fetch(url + path, {
    method,
    headers: headersOf(request),
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}
