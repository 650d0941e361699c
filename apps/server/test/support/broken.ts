import type { AddressInfo } from 'node:net';
import { connectPools } from '../../src/database.ts';
import { buildApp } from '../../src/http/app.ts';
import type { Dependencies } from '../../src/http/dependencies.ts';
import type { Service } from './service.ts';

/** The application once more, with some of its dependencies replaced; its address, and how to end it. */
export async function listenWith(service: Service, replaced: Partial<Dependencies>) {
  const app = await buildApp({ ...service.dependencies, ...replaced });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return { app, url, close: () => app.close() };
}

/** Pools on a database server that is not there. */
export const deadPools = () => connectPools('postgres://nobody:secret@127.0.0.1:1/nothing');
