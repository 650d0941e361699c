// Checks every regular expression in the sources (literals, and `new RegExp` of a constant text) with recheck, for
// attacks by a text on which it takes longer than in proportion to its length. Names the place and the attack.
// Verdicts are kept in node_modules/.cache: each takes up to some seconds.
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { parseSync, Visitor } from 'rolldown/utils';

const sources = ['packages/*/src/**/*.{ts,tsx}', 'apps/server/src/**/*.ts', 'apps/web/src/**/*.{ts,tsx}'];
const cacheFile = 'node_modules/.cache/regexes.json';
// Counted in steps and not in time, so that the verdict is the same on any machine; the time limit is for those that would never end.
const settings = {
  randomSeed: 1,
  attackLimit: 50_000_000,
  attackTimeout: null,
  incubationTimeout: null,
  timeout: 120_000,
};
const version = JSON.parse(readFileSync('node_modules/recheck/package.json', 'utf8')).version;

/** Expressions that recheck objects to, each with the reason why no text makes it slow here; they are not checked. */
const exceptions = new Map(
  [
    [/\bVersion\/.*\bSafari\//, 'meets at most 400 characters, which the service keeps of a User-Agent'],
    [/\(.*\)/, 'meets the types of our own columns'],
  ].map(([{ source }, reason]) => [source, reason]),
);

if (isMainThread) await main(process.argv.slice(2));
else await verdicts();

/** @param files instead of the sources */
async function main(files) {
  const found = (files.length > 0 ? files : globSync(sources, { exclude: ['**/*.test.ts'] }))
    .sort()
    .flatMap(expressionsOf);
  const cache = readCache();
  const keyOf = ({ source, flags }) => JSON.stringify([source, flags]);
  const distinct = [
    ...new Map(
      found
        .filter(({ source }) => source !== undefined && !exceptions.has(source))
        .map((of) => [keyOf(of), of]),
    ).values(),
  ];
  const fresh = distinct.filter((of) => !cache[keyOf(of)]);
  for (const [n, verdict] of (await checked(fresh)).entries()) cache[keyOf(fresh[n])] = verdict;
  if (files.length === 0) writeCache(Object.fromEntries(distinct.map((of) => [keyOf(of), cache[keyOf(of)]])));

  const faults = found.flatMap((of) => {
    const place = `${of.file}:${of.line}`;
    if (of.source === undefined) return [`${place} new RegExp of what is not constant cannot be checked`];
    if (exceptions.has(of.source)) return [];
    const { status, complexity, attack, error } = cache[keyOf(of)];
    if (status === 'safe') return [];
    return [
      `${place} /${of.source}/${of.flags} is ${complexity ?? `not known to be safe (${error})`}${attack ? `: ${attack}` : ''}`,
    ];
  });
  for (const source of exceptions.keys())
    if (files.length === 0 && !found.some((of) => of.source === source))
      faults.push(`No longer needed as an exception: /${source}/`);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exit(1);
  console.log(`${found.length} regular expressions take time in proportion to the text.`);
}

function expressionsOf(file) {
  const code = readFileSync(file, 'utf8');
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const found = [];
  const constants = new Map();
  const add = (node, source, flags) =>
    found.push({ file, line: code.slice(0, node.start).split('\n').length, source, flags });
  const construct = (node) => {
    if (node.callee.name !== 'RegExp') return;
    const [pattern, flags] = node.arguments;
    add(node, textOf(pattern, constants), flags === undefined ? '' : textOf(flags, constants));
  };
  new Visitor({
    VariableDeclaration({ kind, declarations }) {
      if (kind !== 'const') return;
      for (const { id, init } of declarations)
        if (id.type === 'Identifier' && init) constants.set(id.name, init);
    },
    Literal(node) {
      if (node.regex) add(node, node.regex.pattern, node.regex.flags);
    },
    NewExpression: construct,
    CallExpression: construct,
  }).visit(program);
  return found;
}

/** The text that an expression is at any time; undefined where that is not sure. */
function textOf(node, constants) {
  if (node === undefined) return undefined;
  if (node.type === 'Literal') return node.regex ? node.regex.pattern : String(node.value);
  if (node.type === 'Identifier') return textOf(constants.get(node.name), constants);
  if (node.type === 'BinaryExpression' && node.operator === '+')
    return joined([node.left, node.right], constants);
  if (node.type === 'TaggedTemplateExpression') {
    const { object, property } = node.tag;
    return object?.name === 'String' && property?.name === 'raw'
      ? templateOf(node.quasi, 'raw', constants)
      : undefined;
  }
  return node.type === 'TemplateLiteral' ? templateOf(node, 'cooked', constants) : undefined;
}

function joined(nodes, constants) {
  const parts = nodes.map((node) => textOf(node, constants));
  return parts.includes(undefined) ? undefined : parts.join('');
}

function templateOf({ quasis, expressions }, form, constants) {
  const inner = expressions.map((node) => textOf(node, constants));
  if (inner.includes(undefined)) return undefined;
  return quasis.map(({ value }, n) => value[form] + (inner[n] ?? '')).join('');
}

/** The verdicts on these, in their order, by some threads at once. */
async function checked(expressions) {
  const threads = Math.min(availableParallelism(), 4, Math.ceil(expressions.length / 10));
  const parts = await Promise.all(
    Array.from({ length: threads }, (_, thread) => {
      const worker = new Worker(new URL(import.meta.url), {
        workerData: expressions.filter((_, n) => n % threads === thread),
        env: { ...process.env, RECHECK_SYNC_BACKEND: 'pure' },
      });
      return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
    }),
  );
  return expressions.map((_, n) => parts[n % threads][Math.floor(n / threads)]);
}

async function verdicts() {
  const { checkSync } = await import('recheck');
  parentPort.postMessage(
    workerData.map(({ source, flags }) => {
      const { status, complexity, attack, error } = checkSync(source, flags, settings);
      return { status, complexity: complexity?.summary, attack: attack?.pattern, error: error?.kind };
    }),
  );
}

/** Verdicts of this version under these settings. */
function readCache() {
  try {
    const { of, verdicts } = JSON.parse(readFileSync(cacheFile, 'utf8'));
    return of === identity() ? verdicts : {};
  } catch {
    return {};
  }
}

function writeCache(verdicts) {
  mkdirSync(dirname(cacheFile), { recursive: true });
  writeFileSync(cacheFile, JSON.stringify({ of: identity(), verdicts }));
}

function identity() {
  return createHash('sha256')
    .update(JSON.stringify([version, settings]))
    .digest('hex');
}
