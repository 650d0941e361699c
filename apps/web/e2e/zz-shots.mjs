import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const url = 'http://127.0.0.1:4811';
const demo = /password (\S+)/.exec(readFileSync('/tmp/e-demo/out', 'utf8'))[1];
export const V = {
  wide: { locale: 'en-GB', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  narrow: { locale: 'en-GB', viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
  arwide: { locale: 'ar', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  arnarrow: { locale: 'ar', viewport: { width: 360, height: 740 }, colorScheme: 'light' },
};
export async function open(v) {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  const context = await browser.newContext({
    ...V[v],
    timezoneId: 'Asia/Jerusalem',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  page.on('console', (m) => ['error', 'warning'].includes(m.type()) && console.log(v, m.type(), m.text()));
  page.on('pageerror', (e) => console.log(v, 'pageerror', String(e)));
  const answer = await context.request.post(`${url}/auth`, { data: { username: 'samira', password: demo } });
  const { user, accessToken } = (await answer.json()).data;
  await page.goto(`${url}/app/icon.svg`);
  await page.evaluate(([k, id]) => localStorage.setItem(k, id), [`daybook-person ${url}`, user._id]);
  const api = async (method, path, data) =>
    await (
      await context.request.fetch(url + path, {
        method,
        data,
        headers: { authorization: `Bearer ${accessToken}` },
      })
    ).json();
  return {
    browser,
    page,
    api,
    user,
    go: async (p) => {
      await page.goto(`${url}/app${p}`);
      await page.waitForTimeout(1500);
    },
    shot: (n, full) => page.screenshot({ path: `/tmp/e-demo/${v}-${n}.png`, fullPage: !!full }),
  };
}
