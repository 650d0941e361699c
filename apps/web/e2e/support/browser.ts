import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createClient } from '@daybook/client';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
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

export const workerPassword = 'correct horse battery';

/** Somebody of whom nothing is recorded. */
export async function newWorker() {
  const admin = await clientOf('admin');
  const lastName = `Twice${unique()}`;
  const name = { firstName: 'Aa', lastName, username: lastName.toLowerCase() };
  return admin.users.create.mutate({ ...name, password: workerPassword });
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
  const kept = new Set(emptied.values());
  for (const context of browser?.contexts() ?? []) if (!kept.has(context)) await context.close();
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
      // A tenth less CPU: each page is short-lived, too short for the optimizing compilers to pay.
      '--js-flags=--no-opt --no-maglev',
      '--in-process-gpu',
      '--no-zygote',
      '--disable-site-isolation-trials',
      '--renderer-process-limit=1',
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
  /** As a link does: the front-end is not loaded again, which takes four times as long. Its caches and focus stay. */
  follow(path: string): Promise<void>;
  /** Fails if the page complained of anything: an exception, a refused style, a warning of React. */
  expectQuiet(): void;
  close(): Promise<void>;
}

/**
 * Contexts that are empty again, by their options: in a new one Chromium loads and compiles the front-end anew, which takes
 * half of the CPU of a visit. Each has one blank page.
 */
const emptied = new Map<string, BrowserContext>();

/** Empties a context, so that the next visit with these options can have it. */
async function closeAndKeep(context: BrowserContext, options: string, origin: string): Promise<void> {
  const pages = context.pages();
  // Playwright's clock stays in a context.
  const hasOwnClock = () => !Function.prototype.toString.call(Date).includes('[native code]');
  const isAsBefore = !(await pages[0]?.evaluate(hasOwnClock).catch(() => true));
  if (emptied.has(options) || !isAsBefore) return context.close();
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await context.clearPermissions();
  const blank = await context.newPage();
  // What asks before it is left is not asked.
  for (const page of pages) await page.close();
  await context.clearCookies();
  const devtools = await context.newCDPSession(blank);
  const storageTypes = 'local_storage,indexeddb,cache_storage,service_workers';
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes });
  await devtools.detach();
  emptied.set(options, context);
}

/** Whether others' changes come by it, as they are made. */
export const isStream = (url: string) => url.includes('/trpc/events.follow');

/** What others change does not come before it is asked for. */
export const withoutStream = ({ page }: Visit) =>
  page.route(
    ({ href }) => isStream(href),
    () => undefined,
  );

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
    // It never ends.
    if (isStream(request.url())) return;
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
    // A machine that takes long for each picture may never call a page idle.
    await new Promise((done) => requestIdleCallback(done, { timeout: 2000 }));
  } while (document.querySelector('.waiting, .mantine-Loader-root, .mantine-Skeleton-root'));
}

/** A window in which nobody is logged in. */
export async function visit(
  { language, width, height, colorScheme, scale = 1, timeZone = 'Asia/Jerusalem' }: Variant,
  // Where there is one, it answers before what a test puts in the way of requests.
  serviceWorkers: 'allow' | 'block' = 'block',
): Promise<Visit> {
  const { url } = known();
  const options: BrowserContextOptions = {
    locale: language === 'en' ? 'en-GB' : language,
    timezoneId: timeZone,
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme,
    reducedMotion: 'reduce',
    acceptDownloads: true,
    serviceWorkers,
  };
  const key = JSON.stringify(options);
  const context = emptied.get(key) ?? (await (await launched()).newContext(options));
  emptied.delete(key);
  context.setDefaultTimeout(30_000);
  const page = context.pages()[0] ?? (await context.newPage());
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
  const go = async (path: string) => {
    await page.goto(`${known().url}/app${path}`);
    await standsStill();
  };
  return {
    page,
    context,
    go,
    async follow(path) {
      if (!page.url().startsWith(`${known().url}/app/`)) return go(path);
      // The router hears of it.
      await page.evaluate((to) => history.pushState(null, '', to), `/app${path}`);
      await standsStill();
    },
    expectQuiet: () => expect(complaints).toEqual([]),
    close: () => closeAndKeep(context, key, url),
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
  const stored = {
    // By this the front-end knows that there is a session to ask for.
    [`daybook-person ${url}`]: user._id,
    ...(!isAsked && { [`daybook-answered ${url} ${user._id} pastDueCheques`]: 'yes' }),
  };
  // Once: what the front-end removes stays removed.
  await page.addInitScript((items) => {
    if (window.name !== '' || location.protocol === 'about:') return;
    window.name = 'visited';
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
  }, stored);
  return opened;
}
