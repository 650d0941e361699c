import { open } from './zz-shots.mjs';

const { browser, page, go, api, shot } = await open('arnarrow');
const { data } = await api('GET', '/cheques?search=LIFF-0004');
for (const p of [
  `/cheques/${data[0]._id}`,
  '/cheques?search=LIFF&status=all',
  '/cheques/past-due',
  '/bills',
]) {
  await go(p);
  console.log(
    p,
    await page.evaluate(() => {
      const w = document.documentElement.scrollWidth,
        out = [];
      for (const e of document.querySelectorAll('body *')) {
        const r = e.getBoundingClientRect();
        if (r.width && (r.left < -1 || r.right > innerWidth + 1))
          out.push(e.tagName + '.' + e.className + ' ' + Math.round(r.left) + ' ' + Math.round(r.right));
      }
      return [w, innerWidth, out.slice(0, 8)];
    }),
  );
}
await go(`/cheques/${data[0]._id}`);
await shot('cheque4');
await page.locator('main .page-buttons button').nth(1).click();
await page.waitForTimeout(1200);
console.log(
  await page.evaluate(() => {
    const d = document.querySelector('[role=dialog]');
    const r = d.getBoundingClientRect();
    return [
      r.left,
      r.right,
      document.documentElement.scrollWidth,
      innerWidth,
      visualViewport.offsetLeft,
      visualViewport.width,
      scrollX,
    ];
  }),
);
await browser.close();
