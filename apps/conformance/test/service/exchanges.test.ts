import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { driftOf, type Exchange, isFilled, readExchanges, runSuite } from '../support/exchanges.ts';
import { redocly, writeJudged } from '../support/redocly.ts';

interface Problem {
  readonly target?: 'request' | 'response';
  readonly ruleId: string;
  readonly message: string;
  readonly method: string;
  readonly url: string;
  readonly status: number;
}

interface Coverage {
  readonly totals: Record<'operations' | 'parameters', { readonly covered: number; readonly total: number }>;
}

let work: string;
let exchanges: Exchange[];

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'daybook-conformance-'));
  const recorded = process.env.EXCHANGES;
  const folder = recorded && (await isFilled(recorded)) ? recorded : join(work, 'exchanges');
  if (folder !== recorded) await runSuite(folder);
  exchanges = (await readExchanges(folder)).filter(isOfTheInterface);
});
afterAll(() => rm(work, { recursive: true }));

/** tRPC, health checks, the calendar feed and the reference pages are no part of what the document describes. */
const isOfTheInterface = ({ request }: Exchange) =>
  !/^http:\/\/[^/]+\/(trpc|healthz|readyz|(%63|c)alendar|docs|openapi\.json|app|$)(?![\w-])/.test(
    request.url,
  );

/**
 * Without a token a request may be refused, for whatever else is wrong with it. Redocly takes that for a fault, and shows
 * one exchange for many, so that a real fault could not be told from it afterwards.
 */
const isRefusal = ({ request, response }: Exchange) =>
  !/^bearer /i.test(request.headers.authorization ?? '') && response.status >= 400;

/** Tests send invalid requests on purpose. They do not count where the answer is as docs/rules.md says. */
const expected: readonly ((problem: Problem) => boolean)[] = [
  // HEAD is GET without a body, wherever there is GET (RFC 9110, section 9.3.2).
  ({ ruleId, method }) => ruleId === 'undocumented-endpoint' && method === 'HEAD',
  // Unknown paths and wrong methods are refused: nothing undocumented is done.
  ({ ruleId, status }) => ruleId === 'undocumented-endpoint' && status >= 400 && status < 500,
  // Preflights of browsers belong to CORS.
  ({ ruleId, method }) => ruleId === 'undocumented-endpoint' && method === 'OPTIONS',
  // Under overload a request is refused before anybody has looked at its body.
  ({ target, status }) => target === 'request' && status === 503,
  // A pattern has at most 200 characters when it is normalised; some are sent with letters and marks apart.
  ({ target, message }) => target === 'request' && /"search".*more than 200 characters/.test(message),
  // Other tags of the languages are taken too (docs/rules.md, section 6).
  ({ target, message }) => target === 'request' && message.startsWith('Request field "language"'),
  // An unknown parameter is ignored (docs/rules.md, section 5). One that does something cannot be missing from the document,
  // since both are made of the same schema.
  ({ message }) => message.startsWith('Undocumented query parameter'),
];

test('redocly finds every exchange of the suite as documented', async () => {
  const openapi = join(work, 'openapi.json');
  await writeJudged(openapi);
  const traffic = join(work, 'traffic.ndjson');
  const report = join(work, 'report.json');
  const coverage = join(work, 'coverage.json');
  const lines = exchanges
    .filter((exchange) => !isRefusal(exchange))
    .map((exchange) => JSON.stringify(exchange));
  await writeFile(traffic, lines.join('\n'));
  const { stderr } = await redocly(
    ...['drift', traffic, '--api', openapi, '--match-mode=basepath', '--traffic-format=ndjson'],
    // Any header may come with a request; below a warning there is nothing else.
    ...['--format=json', '--min-severity=warning', '-o', report, '--coverage-output', coverage],
  );
  const { run, problems } = JSON.parse(
    await readFile(report, 'utf8').catch(() => `{"run": ${JSON.stringify(stderr)}}`),
  );
  expect(run.totalExchanges, String(run)).toBeGreaterThan(5000);
  const findings = (problems as Problem[]).filter((problem) => !expected.some((rule) => rule(problem)));
  expect(findings).toEqual([]);

  const { totals } = JSON.parse(await readFile(coverage, 'utf8')) as Coverage;
  for (const { covered, total } of [totals.operations, totals.parameters]) expect(covered).toBe(total);
});

test('every status, code and required header of the suite is documented', () => {
  expect([...new Set(exchanges.flatMap(driftOf))]).toEqual([]);
});
