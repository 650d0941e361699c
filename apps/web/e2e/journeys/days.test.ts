import { expect, it } from 'vitest';
import { clientOf, twoVariants, type Visit, visitAs, withBrowser } from '../support/browser.ts';
import { act, rowOf } from '../support/rows.ts';
import { textsOf } from '../support/texts.ts';

// A Supervisor through a day, as a person does it: by what stands on the screen. The other roles: accounts.test.ts.
type Text = ReturnType<typeof textsOf>;

let made = 0;
/** A name that nobody else has, in the script of the language. */
const fresh = (stem: string) => `${stem} ${process.pid}${made++}`;

/** A day that nobody has written in yet. */
let day = 0;
const quietDay = () => {
  day += 1;
  return `2031-03-${String(day).padStart(2, '0')}`;
};

/** Five workers present from their usual times, one of them absent; then one of them corrected. */
async function enterDay({ page, go }: Visit, text: Text) {
  const samira = await clientOf('samira');
  const date = quietDay();
  await go(`/logs/day?day=${date}`);
  const sheet = page.locator('table.day-sheet');
  const rows = sheet.locator('tbody tr');
  await rows.first().waitFor();
  // Another journey hires a worker and deletes them again, whose row comes and goes meanwhile.
  const ids = await rows.evaluateAll((all) =>
    all.flatMap((row) => (row.textContent?.includes('Hired') ? [] : (row.dataset.worker ?? []))),
  );
  const five = ids.slice(0, 5).map((id) => sheet.locator(`tr[data-worker="${id}"]`));
  const [first, absent] = [five[0] ?? rows, five[4]];
  for (const row of five) {
    const status = text(row === absent ? 'logs.absent' : 'logs.present');
    await row.getByText(status, { exact: true }).click();
    await expect.poll(() => row.getByRole('radio', { name: status, exact: true }).isChecked()).toBe(true);
  }
  // In a narrow window the times unfold.
  for (const row of five.slice(0, 2)) {
    const opener = row.locator('.sheet-opener');
    if (await opener.isVisible()) await opener.click();
  }
  // From the keyboard: a start for the first, Enter goes down to the next, Ctrl+Enter saves.
  const start = '[data-column=start] input';
  await first.locator(start).fill(text('logs.absent') === 'Absent' ? '830' : '٨٣٠');
  await page.keyboard.press('Enter');
  const isBelow = (row: Element, input: string) =>
    row.nextElementSibling?.querySelector(input) === document.activeElement;
  await expect.poll(() => first.evaluate(isBelow, start)).toBe(true);
  // A notice goes after a while: it is read from before it can come.
  const notice = page.locator('.mantine-Notification-root').first();
  const [said] = await Promise.all([notice.textContent(), page.keyboard.press('Control+Enter')]);
  expect(said).toMatch(/5|٥/);
  const { items } = await samira.logs.list.query({ from: date, to: date });
  expect(items).toHaveLength(5);
  expect(items.filter(({ isAbsent }) => isAbsent)).toHaveLength(1);
  expect(items.some(({ startingTime }) => startingTime === '08:30')).toBe(true);

  const [log] = items.filter(({ isAbsent }) => !isAbsent);
  await go(`/logs?from=${date}&to=${date}`);
  await rowOf(page, log?.workerName ?? '')
    .first()
    .click();
  await page.getByRole('dialog').getByLabel(text('logs.fields.payment')).fill('1,250.5');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('common.save'), exact: true })
    .click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const corrected = await samira.logs.get.query({ logID: log?._id ?? '' });
  expect([corrected.payment, corrected.version]).toEqual(['1250.5', 2]);
}

/** A cheque to somebody who was not there yet, then cancelled, restored by the notice, and cancelled again. */
async function issueCheque({ page, go }: Visit, text: Text) {
  const samira = await clientOf('samira');
  const name = fresh(text('common.daybook') === 'Daybook' ? 'Cedar Joinery' : 'منجرة الأرز');
  const serial = String(900_000 + process.pid * 10 + made++);
  await go('/cheques');
  await page.getByRole('button', { name: text('cheques.new'), exact: true }).click();
  const form = page.getByRole('dialog', { name: text('cheques.new') });
  await form.getByLabel(text('cheques.fields.serial')).fill(serial);
  await form
    .getByRole('combobox', { name: text('payees.payee') })
    .or(form.getByLabel(text('payees.payee')).first())
    .first()
    .fill(name);
  await page.getByText(text('payees.createNamed', { name })).click();
  const payeeForm = page.getByRole('dialog', { name: text('payees.new') });
  await payeeForm.getByLabel(text('payees.fields.phoneNumber')).fill('+972 50-123 4567');
  await payeeForm.getByRole('button', { name: text('common.save'), exact: true }).click();
  await payeeForm.waitFor({ state: 'detached' });
  await form.getByLabel(text('cheques.fields.value')).fill('1200.50');
  await form.getByLabel(text('cheques.fields.dueDate')).first().fill('9.2.2031');
  await page.keyboard.press('Tab');
  await form.getByRole('button', { name: text('common.save'), exact: true }).click();
  await form.waitFor({ state: 'detached' });

  await go(`/cheques?status=all&search=${encodeURIComponent(name)}`);
  const row = rowOf(page, serial);
  await row.getByText(name).waitFor();
  const isCancelled = async () => (await samira.cheques.list.query({ serial })).items[0]?.isCancelled;
  expect((await samira.cheques.list.query({ serial })).items).toMatchObject([
    { value: '1200.50', dueDate: '2031-02-09', payeeName: name },
  ]);
  const cancel = {
    button: `${text('cheques.actions.cancel')}: ${serial}`,
    actions: `${text('common.actions')}: ${serial}`,
    item: text('cheques.actions.cancel'),
  };
  const cancelled = text('cheques.recorded', { serial, event: text('cheques.events.cancel') });
  await act(page, cancel);
  await page.getByText(cancelled).waitFor();
  expect(await isCancelled()).toBe(true);
  await page.locator('main .struck', { hasText: serial }).waitFor();
  await page.getByRole('button', { name: text('common.undo') }).click();
  await page.locator('main .struck', { hasText: serial }).waitFor({ state: 'detached' });
  await expect.poll(isCancelled).toBe(false);
  await act(page, cancel);
  await expect.poll(isCancelled).toBe(true);
}

/** Money that came back. */
async function enterRefund({ page, go }: Visit, text: Text) {
  const samira = await clientOf('samira');
  const description = fresh('Refund');
  await go('/bills');
  await page.getByRole('button', { name: text('bills.new'), exact: true }).click();
  const form = page.getByRole('dialog', { name: text('bills.new') });
  await form.getByLabel(text('bills.fields.value')).fill('150.25');
  await form.getByRole('switch', { name: text('bills.isRefund') }).check({ force: true });
  await form.getByLabel(text('bills.fields.description')).fill(description);
  await form.getByRole('button', { name: text('common.save'), exact: true }).click();
  await form.waitFor({ state: 'detached' });
  const { items } = await samira.bills.list.query({ search: description });
  expect(items).toMatchObject([{ value: '-150.25' }]);
  await expect
    .poll(() => samira.bills.summary.query({ search: description }))
    .toMatchObject({ rangeTotal: '-150.25' });
  await go(`/bills/all?search=${encodeURIComponent(description)}`);
  await rowOf(page, description)
    .getByText(/150|١٥٠/)
    .first()
    .waitFor();
}

withBrowser('a day', () => {
  it.each(twoVariants())('of a Supervisor, $name', async (variant) => {
    const text = textsOf(variant.language);
    const opened = await visitAs('samira', variant);
    await enterDay(opened, text);
    await issueCheque(opened, text);
    await enterRefund(opened, text);
    opened.expectQuiet();
    await opened.close();
  });
});
