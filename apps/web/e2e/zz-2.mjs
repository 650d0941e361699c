import { open } from './zz-shots.mjs';

const plain = { wide: 0, narrow: 0, arwide: 0, arnarrow: 0 };
const first = await open('wide');
const { api } = first;
const { data: payees } = await api('GET', '/payees?search=Harbour%20Glass');
const make = async (serial, dueDate, value = '1200.50') =>
  (
    await api('POST', '/cheques', {
      serial,
      dueDate,
      value,
      payee: payees[0]._id,
      description: 'Rent of the yard',
    })
  ).data;
const ev = (c, body) => api('POST', `/cheques/${c._id}/events`, body);
const c = await make('LIFF-0001', '2026-11-01');
console.log(JSON.stringify(await ev(c, { kind: 'present', date: '2026-11-01' })).slice(0, 120));
await ev(c, { kind: 'clear', date: '2026-11-02' });
await ev(c, { kind: 'undo', reason: 'the bank sent it back' });
await ev(c, { kind: 'bounce', date: '2026-11-03', reason: 'not enough money', charge: '35' });
const r = await api('POST', `/cheques/${c._id}/replacement`, {
  cheques: [
    { serial: 'LIFF-0002', dueDate: '2026-12-15', value: '600.50' },
    { serial: 'LIFF-0003', dueDate: '2027-01-15', value: '600' },
  ],
  reason: 'two parts',
});
const b = await make('LIFF-0004', '2026-11-05');
await ev(b, { kind: 'bounce', reason: 'signature' });
const p = await make('LIFF-0005', '2026-11-20');
await ev(p, { kind: 'present' });
await first.browser.close();
for (const v of Object.keys(plain)) {
  const { browser, page, go, shot } = await open(v);
  await go(`/cheques/${c._id}`);
  await shot('cheque', true);
  await go(`/cheques/${r.data.replacements[0]._id}`);
  await shot('replacement', true);
  await go(`/cheques?search=LIFF&status=all`);
  await shot('life');
  await go(`/cheques?search=LIFF&status=open,cancelled`);
  await shot('life2');
  await go(`/cheques/calendar?month=2026-11&day=2026-11-05`);
  await shot('calendar', true);
  await go(`/cheques/${b._id}`);
  await page.locator('main .page-buttons button').nth(1).click();
  await page.waitForTimeout(1200);
  await shot('replace');
  await page.keyboard.press('Escape');
  await page.waitForTimeout(500);
  await page.locator('main .page-buttons button').nth(2).click();
  await page.waitForTimeout(1200);
  await shot('fixed');
  await browser.close();
}
