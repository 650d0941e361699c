import { execFileSync } from 'node:child_process';
import { chownSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { postgresUser } from './machine.ts';
import { NotRun, type RigContext } from './rig.ts';
import { temporaryFolder } from './server.ts';

/** Paths of PEM files: a private authority, and a server's certificate for the name `localhost` alone. */
export interface Certificates {
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
}

/** They belong to the user that PostgreSQL runs as. @throws NotRun without openssl */
export function makeCertificates(context: RigContext): Certificates {
  const folder = temporaryFolder(context);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout'];
  const signing = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'names'];
  try {
    openssl('req', '-x509', ...key, 'ca.key', '-subj', '/CN=Faults', '-days', '2', '-out', 'ca.pem');
    openssl('req', ...key, 'server.key', '-subj', '/CN=localhost', '-out', 'server.csr');
    writeFileSync(join(folder, 'names'), 'subjectAltName=DNS:localhost');
    openssl('x509', '-req', '-in', 'server.csr', ...signing, '-out', 'server.pem');
  } catch (error) {
    throw new NotRun(`openssl makes no certificates: ${error instanceof Error ? error.message : error}`);
  }
  const { uid, gid } = postgresUser();
  for (const path of [folder, ...readdirSync(folder).map((name) => join(folder, name))])
    chownSync(path, uid, gid);
  return {
    authority: join(folder, 'ca.pem'),
    certificate: join(folder, 'server.pem'),
    key: join(folder, 'server.key'),
  };
}
