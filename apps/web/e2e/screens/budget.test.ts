import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  isStream,
  known,
  logIn,
  variants,
  visit,
  visitAs,
  withBrowser,
  withoutStream,
} from '../support/browser.ts';

const most = { requests: 8, bytes: 170_000 };
/** Until the start page has all its data: by way of the log-in page, and when it is loaded anew. */
const mostRequestsOfStart = 13;
/** By way of the log-in page, with a chart. */
const mostBytesOfStart = 470_000;

/** Charts are fetched once they are in view, which depends on how many people have no log yet. */
async function seeChart(page: Page) {
  await page.getByRole('img').first().scrollIntoViewIfNeeded();
  await page.locator('.recharts-bar').first().waitFor();
}

/** What the page has asked for so far: how often, how many bytes over the wire, and what of others than us. */
async function traffic(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  // Other tests may have had the window before.
  await session.send('Network.clearBrowserCache');
  const total = { requests: [] as string[], bytes: 0 };
  const others: string[] = [];
  const procedures: string[] = [];
  const failed: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    // Begins after all that is shown.
    if (isStream(request.url())) return;
    total.requests.push(`${request.method()} ${pathname}`);
    if (origin !== new URL(known().url).origin) others.push(request.url());
    const names = pathname.startsWith('/trpc/') && pathname.slice('/trpc/'.length);
    if (names) procedures.push(names);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
  });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    total.bytes += encodedDataLength;
  });
  return { total, others, procedures, failed };
}

withBrowser('the first screen', () => {
  it.each(variants.filter(({ width }) => width > 1000))(
    `takes at most ${most.requests} requests and ${most.bytes / 1000} kB, and nothing from elsewhere, $name`,
    async (variant) => {
      const opened = await visit(variant);
      const { total, others, failed } = await traffic(opened.page);
      await opened.go('/login');
      process.stdout.write(
        `${variant.name}: log-in ${total.requests.length} requests, ${total.bytes} bytes\n`,
      );
      expect(total.requests.length, total.requests.join(' ')).toBeLessThanOrEqual(most.requests);
      expect(total.bytes).toBeGreaterThan(50_000);
      expect(total.bytes).toBeLessThan(most.bytes);
      expect(others).toEqual([]);
      // Nobody is logged in, and nobody has to say so.
      expect(failed).toEqual([]);
      await opened.close();
    },
  );

  it('is followed by one call for all that the start page shows, which a reload repeats', async () => {
    const [wide] = variants;
    if (!wide) throw new Error('There are no variants.');
    const opened = await visit(wide);
    const { procedures, total } = await traffic(opened.page);
    await withoutStream(opened);
    const asked = () => procedures.flatMap((names) => names.split(',')).sort();
    const all = ['auth.me', 'closings.get', 'events.list', 'home', 'permissions', 'settings.get'];
    await logIn(opened, 'samira', known().passwords.samira);
    // A link under the pointer is fetched before it is followed.
    await opened.page.mouse.move(0, 0);
    await opened.page.getByRole('heading', { level: 1 }).waitFor();
    await opened.page.locator('.people').first().waitFor();
    await seeChart(opened.page);
    // The log-in page asks for the first.
    expect(procedures.shift()).toBe('auth.methods');
    expect(asked()).toEqual(all);
    expect(procedures).toHaveLength(1);
    expect(total.requests.length, total.requests.join(' ')).toBeLessThanOrEqual(mostRequestsOfStart + 1);
    process.stdout.write(`start page: ${total.bytes} bytes\n`);
    expect(total.bytes).toBeGreaterThan(100_000);
    expect(total.bytes).toBeLessThan(mostBytesOfStart);
    procedures.length = total.requests.length = 0;
    await opened.go('/');
    await opened.page.locator('.people').first().waitFor();
    await seeChart(opened.page);
    expect(asked()).toEqual(all);
    expect(procedures).toHaveLength(1);
    expect(total.requests.length, total.requests.join(' ')).toBeLessThanOrEqual(mostRequestsOfStart);
    await opened.close();
  });
});

withBrowser('the way to another page', () => {
  it('changes no rule of style, and draws the rows in view alone', async () => {
    const [wide] = variants;
    if (!wide) throw new Error('There are no variants.');
    const { page, go, follow, close } = await visitAs('samira', wide);
    await go('/payees');
    await page.evaluate(() => {
      const note = ({ addedNodes }: MutationRecord) =>
        [...addedNodes].some((node) => node.nodeName === 'STYLE') &&
        document.documentElement.setAttribute('data-restyled', '');
      new MutationObserver((records) => records.forEach(note)).observe(document.head, { childList: true });
    });
    await follow('/bills/all');
    await follow('/cheques');
    expect(await page.locator('html[data-restyled]').count()).toBe(0);
    const rows = page.locator('main table');
    expect(Number(await rows.getAttribute('aria-rowcount'))).toBeGreaterThan(60);
    expect(await rows.locator('[data-index]').count()).toBeLessThan(50);
    await close();
  });
});
