/**
 * What the front-end costs over a slow line: node apps/web/scripts/measure.ts <url> <username> <password> [rounds] [chromium]
 *
 * Chromium at 1.6 Mbit/s with 150 ms to and fro, in a window of a phone; each figure is the median of the rounds. The
 * service should run with RATE_LIMIT=off.
 */
import { setTimeout } from 'node:timers/promises';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';

const [url = '', username = '', password = '', rounds = '5', executablePath = '/usr/bin/chromium'] =
  process.argv.slice(2);
const line = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

interface Figures {
  readonly requests: number;
  readonly kB: number;
  /** Milliseconds after the start. */
  readonly firstPaint: number;
  readonly data: number;
}

/** Counts what the page asks for from now on. */
function counter(session: CDPSession) {
  let requests = 0;
  let bytes = 0;
  let began = 0;
  let ended = 0;
  let lastSeen = 0;
  session.on('Network.requestWillBeSent', ({ timestamp }) => {
    requests += 1;
    began ||= timestamp;
    lastSeen = performance.now();
  });
  session.on('Network.loadingFinished', ({ encodedDataLength, timestamp }) => {
    bytes += encodedDataLength;
    ended = timestamp;
    lastSeen = performance.now();
  });
  return {
    /** Nothing was asked or came for a while. */
    quiet: async () => {
      while (performance.now() - lastSeen < 1500) await setTimeout(100);
    },
    reset: () => {
      requests = bytes = began = ended = 0;
    },
    figures: (firstPaint: number): Figures => ({
      requests,
      kB: bytes / 1000,
      firstPaint,
      data: (ended - began) * 1000,
    }),
  };
}

const paintOf = (page: Page) =>
  page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN);

async function round(browser: Browser) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', line);
  const count = counter(session);

  await page.goto(`${url}/app/`);
  await page.locator('input[name=username]').waitFor();
  await count.quiet();
  const login = count.figures(await paintOf(page));

  // What is loaded while somebody types belongs to it.
  count.reset();
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.locator('#main h1').waitFor();
  await count.quiet();
  const home = count.figures(Number.NaN);

  count.reset();
  await page.reload();
  await page.locator('#main h1').waitFor();
  await count.quiet();
  const reload = count.figures(await paintOf(page));
  await context.close();
  return { 'log-in page, first visit': login, 'home after the log-in': home, 'home, reloaded': reload };
}

const median = (values: number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const all: Record<string, Figures>[] = [];
for (let n = 0; n < Number(rounds); n += 1) all.push(await round(browser));
await browser.close();

const text = (value: number, digits = 0) => (Number.isNaN(value) ? '–' : value.toFixed(digits));
const lines = Object.keys(all[0] ?? {}).map((name) => {
  const of = (key: keyof Figures) => median(all.map((figures) => figures[name]?.[key] ?? 0));
  return `| ${name} | ${of('requests')} | ${text(of('kB'))} | ${text(of('firstPaint'))} | ${text(of('data'))} |`;
});
process.stdout.write(
  `${['| | requests | kB | first paint ms | all data ms |', '|---|---:|---:|---:|---:|', ...lines].join('\n')}\n`,
);
