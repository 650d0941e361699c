/** DATABASE_URL is not valid; the message says what is accepted. */
export class DatabaseAddressError extends Error {
  override readonly name = 'DatabaseAddressError';
}

export interface Host {
  readonly host: string;
  readonly port: number;
}

interface Address {
  /** The address with its first host alone, and without `target_session_attrs`. */
  readonly firstHostUrl: string;
  readonly hosts: readonly Host[];
  /** Which of them is taken; undefined: the first that answers. */
  readonly targetSessionAttrs?: 'read-write' | 'primary';
  /** For people: `h1:5432,h2:5433/database`. */
  readonly display: string;
}

const accepted = 'give postgres://user:password@host:5432/database';

/**
 * An address as libpq has it, with one host or several: `postgres://user:pw@h1:5432,h2:5433/db?target_session_attrs=read-write`
 * (PostgreSQL's documentation, 34.1.1.2 and 34.1.1.3).
 * @throws DatabaseAddressError
 */
export function parseAddress(address: string): Address {
  const [, scheme = '', authority = '', rest = ''] = /^(\w+:\/\/)([^/?#]*)(.*)$/s.exec(address) ?? [];
  const at = authority.lastIndexOf('@') + 1;
  const names = authority.slice(at).split(',');
  const urls = names.map((name) => {
    const url = `${scheme}${authority.slice(0, at)}${name}${rest}`;
    if (scheme !== '' && URL.canParse(url) && new URL(url).host !== '') return new URL(url);
    const percent = "percent-encode a password's special characters";
    throw new DatabaseAddressError(`DATABASE_URL cannot be read (${percent}); ${accepted}`);
  });
  const [first] = urls as [URL, ...URL[]];
  const hosts = urls.map((url) => ({ host: hostOf(url), port: Number(url.port || 5432) }));
  const targetSessionAttrs = first.searchParams.get('target_session_attrs');
  const firstHostUrl = targetSessionAttrs === null ? first.href : without(first, 'target_session_attrs');
  const display = `${urls.map((url, n) => `${url.hostname}:${hosts[n]?.port}`).join(',')}${first.pathname}`;
  // An address with one host stays as it was given.
  const parsed = {
    firstHostUrl: names.length === 1 && targetSessionAttrs === null ? address : firstHostUrl,
    hosts,
    display,
  };
  if (targetSessionAttrs === null || targetSessionAttrs === 'any') return parsed;
  if (targetSessionAttrs === 'read-write' || targetSessionAttrs === 'primary')
    return { ...parsed, targetSessionAttrs };
  throw new DatabaseAddressError(
    `DATABASE_URL has target_session_attrs=${encodeURIComponent(targetSessionAttrs)}, and Daybook writes; give read-write, primary or any.`,
  );
}

/** An IPv6 address without its brackets. */
const hostOf = ({ hostname }: URL) => decodeURIComponent(hostname).replace(/^\[(.*)\]$/, '$1');

function without(url: URL, name: string): string {
  const copy = new URL(url);
  copy.searchParams.delete(name);
  return copy.href;
}

/** Which of several hosts is tried next. */
export interface HostRotation {
  next(): Host;
  /** Another one is next, if this one still was. */
  failed(host: Host): void;
}

const rotations = new Map<string, HostRotation>();

/** All connections to the same hosts share it: what one has found out the others know. */
export function rotationOf({ hosts, display }: Address): HostRotation {
  const known = rotations.get(display);
  if (known) return known;
  let current = 0;
  const rotation: HostRotation = {
    next: () => hosts[current] as Host,
    failed(host) {
      if (host === hosts[current]) current = (current + 1) % hosts.length;
    },
  };
  rotations.set(display, rotation);
  return rotation;
}
