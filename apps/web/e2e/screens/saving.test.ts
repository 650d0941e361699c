import { expect, it } from 'vitest';
import { clientOf, variants, visitAs, withBrowser } from '../support/browser.ts';
import { textsOf } from '../support/texts.ts';

const [wide] = variants;
if (!wide) throw new Error('There are no variants.');
const text = textsOf('en');

/** The form of a new payee, opened by a Supervisor. */
const newPayee = async () => {
  const opened = await visitAs('samira', wide);
  const { page, follow } = opened;
  await follow('/payees');
  await page.getByRole('button', { name: text('payees.new'), exact: true }).click();
  const form = page.getByRole('dialog', { name: text('payees.new') });
  return { opened, page, form, save: form.getByRole('button', { name: text('common.save'), exact: true }) };
};

withBrowser('saving', () => {
  it('says what was saved, marks its row, and begins the next with what is likely', async () => {
    const samira = await clientOf('samira');
    const { _id: payee, name } = await samira.payees.create.mutate({ name: `Saved ${process.pid}` });
    const opened = await visitAs('samira', wide);
    const { page, go } = opened;
    const form = page.getByRole('dialog', { name: text('cheques.new') });
    const [words = ''] = text('cheques.useSerial').split('\u2068');
    const offered = form.getByRole('button', { name: words });
    // What follows the cheque written last is offered: another test may be writing cheques as well.
    const begun = async (book: string): Promise<string> => {
      const cheque = { payee, value: '1', dueDate: '2033-05-01' };
      // The second is there already, though it is not the last written of its book.
      for (const serial of [`${book}-0099`, `${book}-0098`])
        await samira.cheques.create.mutate({ ...cheque, serial });
      await go(`/cheques?payee=${payee}`);
      await page.getByRole('button', { name: text('cheques.new'), exact: true }).click();
      await offered.waitFor();
      return (await offered.textContent())?.includes(book) ? book : begun(`${book}x`);
    };
    const book = await begun(`S${process.pid}`);
    const field = form.getByLabel(text('cheques.fields.serial'));
    const [first, second] = [`${book}-0100`, `${book}-0101`];
    await form.getByRole('button', { name: text('cheques.useSerial', { serial: first }) }).click();
    await expect.poll(() => field.inputValue()).toBe(first);
    const picker = form.getByRole('combobox', { name: text('payees.payee') });
    await expect.poll(() => picker.evaluate((element) => element === document.activeElement)).toBe(true);
    await picker.fill(name);
    await picker.press('Enter');
    await expect.poll(() => picker.getAttribute('data-unchosen')).toBe(null);
    await form.getByLabel(text('cheques.fields.value')).fill('12');
    await form.getByLabel(text('cheques.fields.dueDate')).first().fill('2033-05-02');
    await page.keyboard.press('Tab');
    // As the button for it does.
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => field.inputValue()).toBe(second);
    await expect.poll(() => picker.inputValue()).toBe(name);
    const notice = page.getByText(
      text('common.savedNamed', { name: `${text('cheques.singular')} ${first}` }),
    );
    await Promise.all([notice.waitFor(), page.locator('tr.just-saved', { hasText: first }).waitFor()]);
    // Nothing is typed of the next one yet.
    await form.getByRole('button', { name: text('common.cancel'), exact: true }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: text('common.showSaved') }).click();
    await page.waitForURL(/cheques\/.+/);
    await page.getByRole('heading', { level: 1, name: first }).waitFor();
    opened.expectQuiet();
    await opened.close();
  });

  it('of a change that was changed again takes the offer to undo the first away', async () => {
    const samira = await clientOf('samira');
    const { _id: payee } = await samira.payees.create.mutate({ name: `Stale ${process.pid}` });
    const serial = `T${process.pid}`;
    await samira.cheques.create.mutate({ serial, payee, value: '1', dueDate: '2033-05-01' });
    const opened = await visitAs('samira', wide);
    const { page, go } = opened;
    await go(`/cheques?status=all&payee=${payee}`);
    const record = async (kind: 'cancel' | 'reinstate') => {
      await page.getByRole('button', { name: `${text('common.actions')}: ${serial}` }).click();
      await page.getByRole('menuitem', { name: text(`cheques.actions.${kind}`) }).click();
      const event = text(`cheques.events.${kind}`);
      const notice = page.getByText(text('cheques.recorded', { serial, event }));
      await notice.waitFor();
      return notice;
    };
    const cancelled = await record('cancel');
    await record('reinstate');
    await cancelled.waitFor({ state: 'detached' });
    await expect
      .poll(() => page.getByRole('button', { name: text('common.undo'), exact: true }).count())
      .toBe(1);
    opened.expectQuiet();
    await opened.close();
  });

  it('is where the day sheet fills each one’s own finish, shows the hours, and doubts a day to come', async () => {
    const samira = await clientOf('samira');
    const opened = await visitAs('samira', wide);
    const { page, go } = opened;
    await go('/logs/day?day=2034-02-06');
    await page.getByText(text('logs.futureDay')).waitFor();
    const row = page.locator('table.day-sheet tbody tr').first();
    const worker = (await row.getAttribute('data-worker')) ?? '';
    await samira.logs.create.mutate({
      date: '2034-02-05',
      worker,
      startingTime: '09:00',
      finishingTime: '17:30',
    });
    await go('/logs/day?day=2034-02-06');
    await page
      .getByRole('group', { name: text('logs.fillLabel') })
      .getByLabel(text('logs.fields.startingTime'))
      .fill('7');
    await page
      .getByRole('group', { name: text('logs.fillLabel') })
      .getByRole('button')
      .click();
    const input = (column: string) => row.locator(`[data-column=${column}] input`);
    await expect.poll(() => input('start').inputValue()).toBe('07:00');
    await expect.poll(() => input('finish').inputValue()).toBe('17:30');
    await row.locator('.sheet-hours', { hasText: '10:30' }).waitFor();
    await input('finish').fill('6:00');
    await row.getByText(text('logs.plusOneDay')).waitFor();
    await row.getByText(text('logs.manyHours')).waitFor();
    opened.expectQuiet();
    await opened.close();
  });

  it('that takes long says so, and lets whoever waits go on editing; saved again it is one record', async () => {
    const samira = await clientOf('samira');
    const opened = await visitAs('samira', wide);
    const { page, follow } = opened;
    await page.clock.install();
    await follow('/payees');
    await page.getByRole('button', { name: text('payees.new'), exact: true }).click();
    const form = page.getByRole('dialog', { name: text('payees.new') });
    const name = `Slow ${process.pid}`;
    await form.getByLabel(text('payees.fields.name')).fill(name);
    const answer = Promise.withResolvers<void>();
    await page.route('**/trpc/payees.create**', async (route) => {
      await answer.promise;
      await route.continue();
    });
    const save = form.getByRole('button', { name: text('common.save'), exact: true });
    await save.press('Enter');
    await page.getByRole('status').getByText(text('common.saving')).waitFor({ state: 'attached' });
    await page.clock.runFor(5000);
    await form.getByText(text('common.savingLong')).waitFor();
    expect(await save.evaluate((button) => button === document.activeElement)).toBe(true);
    await form.getByRole('button', { name: text('common.goOnEditing') }).press('Enter');
    await form.getByText(text('common.savingUnknown')).waitFor();
    await page.clock.runFor(500);
    expect(await form.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    answer.resolve();
    await save.press('Enter');
    await page.clock.runFor(500);
    await form.waitFor({ state: 'detached' });
    expect((await samira.payees.list.query({ search: name })).items).toHaveLength(1);
    opened.expectQuiet();
    await opened.close();
  });

  it('that fails leaves the focus where it was', async () => {
    const { opened, page, form, save } = await newPayee();
    const field = form.getByLabel(text('payees.fields.name'));
    await field.fill(`Failed ${process.pid}`);
    await page.route('**/trpc/payees.create**', (route) => route.abort());
    for (const focused of [save, field]) {
      await focused.press('Enter');
      await form.getByRole('alert').getByText(text('common.errors.NETWORK')).waitFor();
      expect(await focused.evaluate((element) => element === document.activeElement)).toBe(true);
    }
    await opened.close();
  });

  it('keeps the focus on its button while it is under way', async () => {
    const { opened, page, form, save } = await newPayee();
    await form.getByLabel(text('payees.fields.name')).fill(`Held ${process.pid}`);
    const answer = Promise.withResolvers<void>();
    await page.route('**/trpc/payees.create**', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await save.press('Enter');
    await expect.poll(() => save.getAttribute('aria-busy')).toBe('true');
    expect(await save.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Tab');
    expect(await form.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    answer.resolve();
    await form.waitFor({ state: 'detached' });
    opened.expectQuiet();
    await opened.close();
  });

  it('of an account shows a generated password until it is handed over', async () => {
    const opened = await visitAs('admin', wide);
    const { page, go } = opened;
    await go('/users');
    await page.getByRole('button', { name: text('users.new'), exact: true }).click();
    const form = page.getByRole('dialog', { name: text('users.new') });
    const username = `handed${process.pid}`;
    await form.getByLabel(text('users.fields.firstName')).fill('Handed');
    await form.getByLabel(text('users.fields.lastName')).fill('Over');
    await form.getByLabel(text('users.fields.username')).fill(username);
    await form.getByText(text('users.firstLogInBy.password')).click();
    await form.getByRole('button', { name: text('common.password.make') }).click();
    await form.getByRole('button', { name: text('common.save'), exact: true }).click();
    const card = page.getByRole('dialog', { name: text('users.handover.title', { name: 'Handed Over' }) });
    await card.getByText(username).waitFor();
    await card.getByText(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/).waitFor();
    await page.keyboard.press('Escape');
    await card.getByRole('button', { name: text('users.handover.done') }).click();
    await card.waitFor({ state: 'detached' });
    opened.expectQuiet();
    await opened.close();
    const admin = await clientOf('admin');
    const { items } = await admin.users.list.query({ search: 'Handed Over' });
    for (const { _id: userID } of items) await admin.users.remove.mutate({ userID });
  });
});
