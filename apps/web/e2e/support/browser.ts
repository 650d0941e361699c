import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createClient } from '@daybook/client';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, describe, expect, inject } from 'vitest';
import type { Server } from './server.ts';

/** A language in a window. */
export interface Variant {
  readonly name: string;
  readonly language: string;
  readonly width: number;
  readonly height: number;
  readonly colorScheme: 'light' | 'dark';
  /** How many pixels of the screen one of the page has on a side: a magnification. */
  readonly scale?: number;
  readonly timeZone?: string;
}

export const variants: readonly Variant[] = [
  { name: 'en-wide-light', language: 'en', width: 1280, height: 800, colorScheme: 'light' },
  { name: 'en-narrow-dark', language: 'en', width: 360, height: 740, colorScheme: 'dark' },
  { name: 'ar-wide-dark', language: 'ar', width: 1280, height: 800, colorScheme: 'dark' },
  { name: 'ar-narrow-light', language: 'ar', width: 360, height: 740, colorScheme: 'light' },
];

/** Whether what takes long is tested whole, or each screen in one variant. */
export const isFull = process.env.E2E === 'full';
export const isQuick = process.env.E2E === 'quick';

/** These two; with E2E=quick one of them, by the name of the file, of about half of all files either. */
export function oneIfQuick<T>(two: readonly T[]): readonly T[] {
  const which = basename(expect.getState().testPath ?? '').length % 2;
  return isQuick ? two.slice(which, which + 1) : two;
}
const mostDifferent = variants.filter(({ name }) => /^(en-wide|ar-narrow)/.test(name));

/** For what differs little between them: all, or the two that differ most, or one of these. */
export const twoVariants = () => (isFull ? variants : oneIfQuick(mostDifferent));

/** A second language from right to left, with Latin digits. */
export const hebrew: Variant = {
  name: 'he-wide-dark',
  language: 'he',
  width: 1280,
  height: 800,
  colorScheme: 'dark',
};

let world = inject('world');

/** Tests that need a browser; without one they are skipped, and say why. */
export const withBrowser = (name: string, tests: () => void) =>
  describe(name, () => {
    // The next file has the same browser.
    afterAll(async () => {
      world = inject('world');
      await closeAll();
    });
    if (world) tests();
    else describe.skip('no Chromium was found: install one, or set CHROMIUM', tests);
  });

let made = 0;
/** What nobody else's name has in it, also where a test is tried again. */
export const unique = () => `${process.pid}x${made++}`;

export type Username = 'admin' | 'samira' | 'ada';

/** A typed client of somebody, for what a test needs to be there. The password of others than the three must be given. */
export async function clientOf(username: string, password = known().passwords[username as Username]) {
  const { url } = known();
  const { accessToken } = await createClient({ url }).auth.login.mutate({ username, password });
  return createClient({ url, token: accessToken });
}

/** A day with half of the demo's records before it, which no test writes to. */
export const longAgo = () => new Date(Date.now() - 180 * 86_400_000).toISOString().slice(0, 10);

export function known() {
  if (!world) throw new Error('There is no browser.');
  return world;
}

/** All that is done until the end of a `withBrowser` is done on another server. */
export function moveTo(server: Server) {
  world = { ...known(), url: server.url, passwords: server.passwords };
}

let browser: Browser | undefined;

/** The windows of a test that failed too. */
export async function closeAll(): Promise<void> {
  for (const context of browser?.contexts() ?? []) await context.close();
}

/** One for all files of a process, with which it ends. */
async function launched(): Promise<Browser> {
  if (browser) return browser;
  const folder = await mkdtemp(join(tmpdir(), 'daybook-browser-'));
  process.env.TMPDIR = folder;
  browser = await chromium.launch({
    executablePath: join(import.meta.dirname, 'chromium.sh'),
    env: { ...process.env, CHROMIUM: known().chromium, FOLDER: folder },
    args: [
      // As root, which containers often are, Chromium has no sandbox.
      '--no-sandbox',
      // The name and the role of an element, as a screen reader gets them.
      '--enable-blink-features=ComputedAccessibilityInfo',
    ],
  });
  return browser;
}

// A 401 is how a page without a session learns that it has none, a 409 or 412 that somebody else was faster; one without
// a network says so, and so does one that may not have a service worker.
const expected =
  /status of 4(01|09|12)|ERR_INTERNET_DISCONNECTED|Service Worker registration blocked by Playwright/;

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Opens an address below /app, and waits until it stands still. */
  go(path: string): Promise<void>;
  /** Fails if the page complained of anything: an exception, a refused style, a warning of React. */
  expectQuiet(): void;
  close(): Promise<void>;
}

/** Waits until a page has all that it asks for, and shows it. */
function stillness(page: Page) {
  const open = new Set<unknown>();
  let asked = 0;
  let onNone = () => {};
  const settle = (request: unknown) => {
    open.delete(request);
    if (open.size === 0) onNone();
  };
  page.on('request', (request) => {
    open.add(request);
    asked += 1;
  });
  page.on('requestfinished', settle);
  page.on('requestfailed', settle);
  return async () => {
    // What an answer leads to may be another question.
    for (let before = -1; before !== asked; ) {
      before = asked;
      if (open.size > 0)
        await new Promise<void>((resolve) => {
          onNone = resolve;
        });
      await page.evaluate(rest);
    }
  };
}

/** Runs in a page: until it shows nothing that is loading, and has nothing more to do. */
async function rest(): Promise<void> {
  do {
    // Timers of no length come before the second picture.
    for (let picture = 0; picture < 2; picture += 1) await new Promise((done) => requestAnimationFrame(done));
    await new Promise((done) => requestIdleCallback(done));
  } while (document.querySelector('.waiting, .mantine-Loader-root, .mantine-Skeleton-root'));
}

/** A window in which nobody is logged in. */
export async function visit(
  { language, width, height, colorScheme, scale = 1, timeZone = 'Asia/Jerusalem' }: Variant,
  // Where there is one, it answers before what a test puts in the way of requests.
  serviceWorkers: 'allow' | 'block' = 'block',
): Promise<Visit> {
  const context = await (await launched()).newContext({
    locale: language === 'en' ? 'en-GB' : language,
    timezoneId: timeZone,
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme,
    reducedMotion: 'reduce',
    acceptDownloads: true,
    serviceWorkers,
  });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !expected.test(message.text()))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  // Also what a script of the page caught, such as code that was refused; axe has such scripts too.
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ sourceFile, violatedDirective }) => {
      if (sourceFile.includes('/app/assets/')) console.error(`${violatedDirective} refused: ${sourceFile}`);
    }),
  );
  const standsStill = stillness(page);
  return {
    page,
    context,
    async go(path) {
      await page.goto(`${known().url}/app${path}`);
      await standsStill();
    },
    expectQuiet: () => expect(complaints).toEqual([]),
    close: () => context.close(),
  };
}

/** Logs in by the form, as a person does. */
export async function logIn({ page, go }: Visit, username: string, password: string): Promise<void> {
  await go('/login');
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL((url) => !url.pathname.endsWith('/login'));
}

/**
 * A window of somebody who has logged in, without the form's help; nothing is in it yet.
 * @param isAsked whether questions that are asked once are still to be asked: they are about records of all tests
 */
export async function visitAs(username: Username, variant: Variant, isAsked = false): Promise<Visit> {
  const { url, passwords } = known();
  const opened = await visit(variant);
  const { page, context } = opened;
  const data = { username, password: passwords[username] };
  const answer = await context.request.post(`${url}/auth`, { data });
  const { user } = (await answer.json()).data;
  // By this the front-end knows that there is a session to ask for.
  await page.goto(`${url}/app/icon.svg`);
  const stored = [
    [`daybook-person ${url}`, user._id],
    ...(isAsked ? [] : [[`daybook-answered ${url} ${user._id} pastDueCheques`, 'yes']]),
  ];
  await page.evaluate((pairs) => {
    for (const [key, value] of pairs) localStorage.setItem(key, value);
  }, stored);
  return opened;
}
