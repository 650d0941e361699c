import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { parseEnv, variableNames } from '../../src/env.ts';
import { root } from '../support/commands.ts';

const text = (path: string) => readFileSync(join(root, 'deploy', path), 'utf8');
type Environment = Record<string, string>;
type Probe = { httpGet: { path: string; port: string }; periodSeconds: number; failureThreshold: number };

// What the person who sets it up gives.
const given = { JWT_SECRET: 'Xq3vU0mZk7RtY2wPnB8sLd5HfGc9JaEo', ADMIN_PASSWORD: 'office-Horse-9' };
const database = 'postgres://daybook@db.example.org:5432/daybook';

/** The configuration that the service reads; every name has to be one that it knows. */
function configuration(environment: Environment, others: readonly string[] = []) {
  const names = Object.keys(environment).filter((name) => !others.includes(name));
  expect(names.filter((name) => !variableNames.includes(name))).toEqual([]);
  return parseEnv({ NODE_ENV: 'production', HOST: '0.0.0.0', ...environment }, '/srv');
}

interface Compose {
  services: Record<
    'proxy' | 'server' | 'database',
    {
      environment: Environment;
      networks: Record<string, { ipv4_address: string } | null>;
      ports?: string[];
      read_only: boolean;
    }
  >;
}

test('deploy/compose: the service takes its settings, trusts the proxy alone, and is not published', () => {
  const { services } = parse(text('compose/compose.yaml')) as Compose;
  const environment = Object.entries(services.server.environment).map(([name, value]) => {
    const [, variable = '', fallback = ''] = /^\$\{(\w+)(?::[-?](.*))?\}$/.exec(value) ?? [];
    const known = new Map(Object.entries(given)).get(variable);
    return [name, variable ? (known ?? (value.includes(':-') ? fallback : '')) : value];
  });
  const settings = { ...Object.fromEntries(environment), ADMIN_USERNAME: 'ada' };
  const { trustProxy, secureCookies, databaseUrl } = configuration(settings, ['PGPASSWORD']);
  expect(trustProxy).toEqual([services.proxy.networks.front?.ipv4_address]);
  expect({ secureCookies, databaseUrl }).toEqual({
    secureCookies: true,
    databaseUrl: 'postgres://daybook@database:5432/daybook',
  });
  expect(Object.entries(services).flatMap(([name, { ports }]) => (ports ? [name] : []))).toEqual(['proxy']);
  expect(Object.values(services).map(({ read_only }) => read_only)).toEqual([true, true, true]);
});

interface Deployment {
  spec: {
    template: {
      metadata: { labels: Environment };
      spec: {
        containers: {
          env: { name: string; value: string }[];
          envFrom: { secretRef: { name: string } }[];
          ports: { name: string; containerPort: number }[];
          startupProbe: Probe;
          livenessProbe: Probe;
          readinessProbe: Probe;
        }[];
      };
    };
  };
}

const manifests = (file: string) =>
  parseAllDocuments(text(`kubernetes/${file}.yaml`)).map((document) => document.toJS());
const deployment = () => manifests('deployment')[0] as Deployment;
const container = () => {
  const [found] = deployment().spec.template.spec.containers;
  if (!found) throw new Error('there is no container');
  return found;
};

test('deploy/kubernetes: the service takes its settings and the secret’s', () => {
  const secret = parse(text('kubernetes/secret.example.yaml')) as {
    metadata: { name: string };
    stringData: Environment;
  };
  const { env, envFrom, ports } = container();
  expect(envFrom).toEqual([{ secretRef: { name: secret.metadata.name } }]);
  const own = Object.fromEntries(env.map(({ name, value }) => [name, value]));
  const filled = { ...own, ...secret.stringData, ...given, DATABASE_URL: database };
  const { port, metricsPort, adminUsername } = configuration(filled);
  expect({ http: port, metrics: metricsPort }).toEqual(
    Object.fromEntries(ports.map(({ name, containerPort }) => [name, containerPort])),
  );
  expect(adminUsername).toBe('admin');
});

test('deploy/kubernetes: probes ask what the service answers, and a start may wait for a migration', () => {
  const { startupProbe, livenessProbe, readinessProbe } = container();
  const paths = [startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet.path);
  expect(paths).toEqual(['/healthz', '/healthz', '/readyz']);
  const { migrationTimeoutSeconds } = parseEnv({}, '/srv');
  expect(startupProbe.periodSeconds * startupProbe.failureThreshold).toBeGreaterThanOrEqual(
    migrationTimeoutSeconds + 60,
  );
});

test('deploy/kubernetes: every manifest but the secret is applied, and selects the pods', () => {
  const folder = join(root, 'deploy/kubernetes');
  const { resources } = parse(text('kubernetes/kustomization.yaml')) as { resources: string[] };
  const files = globSync('*.yaml', { cwd: folder }).filter(
    (file) => file !== 'kustomization.yaml' && file !== 'secret.example.yaml',
  );
  expect(resources.toSorted()).toEqual(files.toSorted());
  const { labels } = deployment().spec.template.metadata;
  const selectors = [...manifests('deployment').slice(1), ...manifests('network')]
    .filter(({ kind }) => kind !== 'Ingress')
    .map(({ spec }) => spec.selector?.matchLabels ?? spec.podSelector?.matchLabels ?? spec.selector);
  expect(selectors).toEqual([labels, labels, labels]);
});

test('the package manager that installs is the one that the workspace names', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const lock = JSON.parse(readFileSync(join(root, 'scripts/pnpm/package-lock.json'), 'utf8'));
  const { '': manifest, ...locked } = lock.packages;
  const versions = Object.values(manifest.optionalDependencies);
  expect(new Set(versions)).toEqual(new Set([devDependencies.pnpm]));
  expect(Object.keys(locked)).toHaveLength(versions.length);
});

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);
/** From one heading to the next. */
const section = (text: string, heading: string) =>
  text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';

const settings = (path: string) => new Map(all(read(path), /^#?([A-Z_]+=.*)$/gm).map(keyAndValue));
const keyAndValue = (line: string): [string, string] => {
  const at = line.indexOf('=');
  return [line.slice(0, at), line.slice(at + 1)];
};

test('.env.example has every setting, and its default', () => {
  const example = settings('.env.example');
  const forOthers = ['TEST_DATABASE_URL', 'POSTGRES_PASSWORD', 'LISTEN'];
  expect([...example.keys()].toSorted()).toEqual([...variableNames, ...forOthers].toSorted());
  // What has no default that can be written.
  for (const name of ['DATABASE_URL', 'ADMIN_USERNAME']) example.delete(name);
  expect(parseEnv(Object.fromEntries(example), '/srv')).toEqual(parseEnv({}, '/srv'));
});

test('docker-compose.yml passes every setting on, or has its own value', () => {
  const server = read('docker-compose.yml').split('\n  server:\n')[1] ?? '';
  const names = all(server, /^ {6}([A-Z_]+): /gm).filter((name) => name !== 'PGPASSWORD');
  // The image sets these.
  const expected = variableNames.filter((name) => !['NODE_ENV', 'HOST', 'PORT', 'DATA_DIR'].includes(name));
  expect(names.toSorted()).toEqual(expected.toSorted());
});

test('the table of README.md has every setting', () => {
  const names = all(section(read('README.md'), 'Settings'), /^\| (`[^|]*`) \|/gm).flatMap((cell) =>
    all(cell, /`([A-Z_]+)`/g),
  );
  const expected = [...variableNames.filter((name) => name !== 'NODE_ENV'), 'TEST_DATABASE_URL'];
  expect(names.toSorted()).toEqual(expected.toSorted());
});

interface Operation {
  readonly 'x-addition'?: true;
}
const { paths } = JSON.parse(read('apps/server/openapi.json')) as {
  paths: Record<string, Record<string, Operation>>;
};
const original = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, operation]) =>
    operation['x-addition'] ? [] : [`${method.toUpperCase()} ${path}`],
  ),
);

test('docs/interface.md has the operations that are no additions', () => {
  const rows = all(read('docs/interface.md'), /^\| \d+ \| (\w+ \| \S+) \|/gm);
  const names = rows.map((row) => row.replace(' | ', ' ').replace('{id}', '{billID}'));
  expect(names).toHaveLength(25);
  expect(names.toSorted()).toEqual(original.toSorted());
});

test('the documents name tests that there are', () => {
  const root = fileURLToPath(new URL('../../../../', import.meta.url));
  const files = globSync(['{apps,packages}/**/*.test.ts', 'apps/server/test/resources/suite/*.ts'], {
    cwd: root,
    exclude: (path) => path.endsWith('node_modules'),
  });
  const missing = globSync('docs/**/*.md', { cwd: root }).flatMap((document) =>
    [...read(document).matchAll(/`((?:suite\/[\w-]+|[\w.-]+\.test)\.ts)(?:: ([^`]+))?`/g)].filter(
      ([, file = '', title = '']) =>
        !files.some((path) => path.endsWith(`/${file}`) && read(path).includes(title)),
    ),
  );
  expect(missing.map(([citation]) => citation)).toEqual([]);
});
