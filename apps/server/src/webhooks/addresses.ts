import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** IPv6 that is given out (RFC 4291): neither local, nor a way to IPv4 of a network's own choice (RFC 8215). */
const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** Whether an address is one of the internet, for everybody the same machine. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 0) return false;
  const one = ipaddr.process(address);
  if (one.range() !== 'unicast') return false;
  return one instanceof ipaddr.IPv4 || one.match(globalUnicast);
}

/** The host of an address as an IP address, or undefined where it is a name. */
export function literalHost({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(host) > 0 ? host : undefined;
}

/** All addresses that a name has, IPv4 first. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<string[]>;

/** By DNS alone, which takes no thread; names of this machine are none. */
export const resolveByDns: Resolve = async (name, signal) => {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel);
  try {
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};

/** As every program here does, with names of this machine and its network. */
export const resolveBySystem: Resolve = async (name) =>
  (await lookup(name, { all: true, order: 'ipv4first' })).map(({ address }) => address);
