import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileChooser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { addMonths, monthOf, today } from '../../src/lib/dates.ts';
import { formatsOf } from '../../src/lib/format.ts';
import { findings } from '../support/axe.ts';
import { clientOf, known, moveTo, twoVariants, visitAs, withBrowser } from '../support/browser.ts';
import { rowOf } from '../support/rows.ts';
import { startEmpty } from '../support/server.ts';
import { textsOf } from '../support/texts.ts';

async function expectSound(page: Page) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  await expect.poll(() => findings(page)).toEqual([]);
}

/** Chooses a file whose columns are then shown. */
const choose = (page: Page, button: string, name: string, buffer: Buffer) =>
  chooseAll(page, button, [{ name, mimeType: 'text/csv', buffer }]);

async function chooseAll(page: Page, button: string, files: Parameters<FileChooser['setFiles']>[0]) {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  await chooser.setFiles(files);
}

/** Drops a folder with these files, and others beside, as a person does. */
async function dropFolder(page: Page, files: readonly { readonly name: string; readonly buffer: Buffer }[]) {
  const folder = await mkdtemp(join(tmpdir(), 'dump-'));
  await mkdir(join(folder, 'manager'));
  for (const { name, buffer } of files) await writeFile(join(folder, 'manager', name), buffer);
  await writeFile(join(folder, 'README.md'), 'Of July');
  const box = await page.locator('.import-drop').boundingBox();
  const at = { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 20 };
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  const session = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...at, data });
  onTestFinished(() => rm(folder, { recursive: true }));
}

withBrowser('an import', () => {
  // Its records would show in the lists of others.
  let stop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const server = await startEmpty(known().postgres);
    stop = server.stop;
    moveTo(server);
  });
  afterAll(() => stop?.());

  it.each(twoVariants())('of bills is corrected, done and undone, $name', async (variant) => {
    const text = textsOf(variant.language);
    const { longDay } = formatsOf(variant.language === 'en' ? 'en-GB' : variant.language);
    const samira = await clientOf('samira');
    const word = (name: string) => `${name} ${variant.name}`;
    // How headings were read is kept: those of another variant would be known.
    const subject = word('Subject matter');
    await samira.bills.create.mutate({ date: '2024-06-05', value: '7.25', description: word('Known') });
    const { page, go, follow, expectQuiet, close } = await visitAs('samira', variant);
    const button = (label: string) => page.getByRole('button', { name: label, exact: true });
    const file = Buffer.from(
      [
        `Date,Amount,${subject}`,
        `3/4/2024,12.50,${word('Rent')}`,
        `5/6/2024,7.25,${word('Known')}`,
        `5/6/2024,abc,${word('Paint')}`,
        `7/8/2024,9,${word('Glue')}`,
        `7/8/2024,9,${word('Glue')}`,
        `8/8/2024,1,${word('Left out')}`,
      ].join('\r\n'),
    );

    // From the list.
    await go('/bills');
    await button(text(variant.width < 768 ? 'common.exportOrPrint' : 'common.export')).click();
    await page.getByRole('menuitem', { name: text('common.import') }).click();
    await page.waitForURL((url) => url.pathname.endsWith('/import'));
    expect(await page.getByLabel(text('imports.kind')).inputValue()).toBe('bills');
    await expectSound(page);

    // More than is taken is not sent.
    const sent: string[] = [];
    page.on('request', (request) => request.url().includes('imports.create') && sent.push(request.url()));
    await choose(page, text('imports.choose'), 'large.csv', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'));
    await page.getByRole('alert').getByText(text('imports.unreadable')).waitFor();
    expect(sent).toEqual([]);

    // What can be read in two ways is asked with an example of the file.
    await choose(page, text('imports.choose'), `${word('bills')}.csv`, file);
    await page.getByText(text('imports.questions.dates')).waitFor();
    await expectSound(page);
    await page.getByRole('radio', { name: longDay('2024-04-03') }).click();
    await page.getByText(text('imports.questions.dates')).waitFor({ state: 'detached' });
    const fieldOf = (heading: string) =>
      page.getByLabel(text('imports.columns.fieldOf', { heading }), { exact: true });
    expect(await fieldOf('Date').inputValue()).toBe('date');
    expect(await fieldOf(subject).inputValue()).toBe('');
    // A field is of one column: what had it is missing it.
    await fieldOf(subject).selectOption('value');
    expect(await fieldOf('Amount').inputValue()).toBe('');
    await fieldOf('Amount').selectOption('value');
    await fieldOf(subject).selectOption('description');
    await button(text('imports.howRead')).click();
    expect(await page.getByLabel(text('imports.options.dates')).inputValue()).toBe('dmy');
    await expectSound(page);
    await button(text('imports.toRows')).click();

    // Each row says what it is; what is wrong is corrected in its cell.
    await rowOf(page, word('Rent')).waitFor();
    await rowOf(page, word('Known'))
      .getByRole('link', { name: text('imports.rows.original') })
      .waitFor();
    await rowOf(page, word('Glue'))
      .getByText(text('imports.rows.sameAs', { row: '5' }).replace(/[\u2068\u2069]/g, ''))
      .waitFor();
    await expectSound(page);
    const cell = rowOf(page, word('Paint')).getByRole('textbox');
    expect(await cell.inputValue()).toBe('abc');
    await cell.fill('3.10');
    await cell.press('Enter');
    await rowOf(page, word('Paint')).getByText(text('imports.results.create')).waitFor();
    await rowOf(page, word('Left out')).getByRole('checkbox').uncheck();
    await rowOf(page, word('Known')).getByRole('checkbox').check();

    expectQuiet();
    // An answer that is lost, of which the browser complains, is asked for again: it is done once.
    let isLost = false;
    await page.route('**/trpc/imports.commit*', async (route) => {
      if (isLost) return route.continue();
      isLost = true;
      await route.fetch();
      await route.abort();
    });
    // Whoever leaves is asked.
    await page.goBack();
    await button(text('common.unsaved.keep')).click();
    await button(text('imports.run')).click();
    await button(text('imports.undo.run')).waitFor();
    await expectSound(page);
    const listed = async () => {
      const { items } = await samira.bills.list.query({ search: variant.name });
      return items.map(({ date, value, description }) => `${date} ${value} ${description}`).sort();
    };
    const before = `2024-06-05 7.25 ${word('Known')}`;
    expect(await listed()).toEqual(
      [
        before,
        before,
        `2024-04-03 12.50 ${word('Rent')}`,
        `2024-06-05 3.10 ${word('Paint')}`,
        `2024-08-07 9 ${word('Glue')}`,
      ].sort(),
    );

    // It is undone, also later; what somebody has changed since stays and is named.
    const { items } = await samira.bills.list.query({ search: word('Rent') });
    await samira.bills.update.mutate({ billID: items[0]?._id ?? '', extraNotes: 'Looked at' });
    await follow('/import/past');
    await rowOf(page, `${word('bills')}.csv`)
      .getByRole('button', { name: text('imports.undo.run') })
      .click();
    await page
      .getByRole('dialog', { name: text('imports.undo.title') })
      .getByRole('button', { name: text('imports.undo.run') })
      .click();
    await page.getByRole('dialog').getByText(word('Rent')).waitFor();
    await expectSound(page);
    await page.keyboard.press('Escape');
    await rowOf(page, `${word('bills')}.csv`)
      .getByText(text('imports.past.undone'))
      .waitFor();
    await expectSound(page);
    expect(await listed()).toEqual([before, `2024-04-03 12.50 ${word('Rent')}`].sort());
    await close();
  });

  it('takes what is pasted, and brings payees that are not known', async () => {
    const [variant] = twoVariants();
    if (!variant) throw new Error('There is no variant.');
    const text = textsOf(variant.language);
    const { page, go, expectQuiet, close } = await visitAs('samira', variant);
    await go('/import?kind=cheques');
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData(
        'text/plain',
        'Serial\tDue date\tAmount\tPayee\n0900\t2027-01-31\t120.50\tPasted Ltd',
      );
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    });
    await page.getByRole('button', { name: text('imports.toRows'), exact: true }).click();
    await rowOf(page, '0900').getByText(text('imports.results.error')).waitFor();
    await page.getByText('Pasted Ltd').first().waitFor();
    await page.getByRole('checkbox').first().check();
    await rowOf(page, '0900').getByText(text('imports.results.create')).waitFor();
    await page.getByRole('button', { name: text('imports.run'), exact: true }).click();
    await page.getByRole('button', { name: text('imports.undo.run') }).waitFor();
    const samira = await clientOf('samira');
    const { items } = await samira.cheques.list.query({ serial: '0900' });
    expect(items.map(({ payeeName, value }) => [payeeName, value])).toEqual([['Pasted Ltd', '120.50']]);
    expectQuiet();
    await close();
  });

  it.each(twoVariants())(
    'of a month of attendance asks once for what the file does not say, $name',
    async (variant) => {
      const text = textsOf(variant.language);
      const { month } = formatsOf(variant.language === 'en' ? 'en-GB' : variant.language);
      const worker = `Ada ${variant.name}`;
      const admin = await clientOf('admin');
      const { _id } = await admin.users.create.mutate({
        firstName: 'Ada',
        lastName: variant.name,
        username: `ada.${variant.name}`,
        password: 'a password of a test',
      });
      const { page, go, expectQuiet, close } = await visitAs('samira', variant);
      await go('/import?kind=logs');
      const file = `Worker,1,2,3,4,5,6\n${worker},✓,x,7-15,-,,✓\n`;
      await choose(page, text('imports.choose'), 'attendance.csv', Buffer.from(file));
      await page.getByText(text('imports.questions.month')).waitFor();
      const last = addMonths(monthOf(today()), -1);
      await page.getByLabel(text('imports.inThisFile')).selectOption({ label: month(last) });
      await page.getByLabel(text('logs.fields.startingTime')).fill('9');
      await page.getByRole('button', { name: text('imports.times.same') }).click();
      await page.getByRole('button', { name: text('imports.times.same'), pressed: true }).waitFor();
      await expectSound(page);
      await page.getByRole('button', { name: text('imports.toRows'), exact: true }).click();
      await rowOf(page, worker).first().waitFor();
      await expectSound(page);
      await page.getByRole('button', { name: text('imports.run'), exact: true }).click();
      await page.getByRole('button', { name: text('imports.undo.run') }).waitFor();
      const { items } = await admin.logs.list.query({ worker: _id });
      expect(items.map(({ date, startingTime }) => `${date} ${startingTime}`).sort()).toEqual([
        `${last}-01 09:00`,
        `${last}-02 null`,
        `${last}-03 07:00`,
        `${last}-06 09:00`,
      ]);
      expectQuiet();
      await close();
    },
  );

  it('of workers shows their log-in links once, to be printed', async () => {
    const [variant] = twoVariants();
    if (!variant) throw new Error('There is no variant.');
    const text = textsOf(variant.language);
    const { page, go, close } = await visitAs('admin', variant);
    await go('/import?kind=users');
    await choose(page, text('imports.choose'), 'workers.csv', Buffer.from('Name\nNadia Khoury\n'));
    await page.getByRole('button', { name: text('imports.toRows'), exact: true }).click();
    await page.getByRole('button', { name: text('imports.run'), exact: true }).click();
    const sheet = page.getByRole('region', { name: text('imports.links.title') });
    await sheet.getByRole('img', { name: text('common.linkCode') }).waitFor();
    const link = (await sheet.getByText(/\/app\/link#/).textContent()) ?? '';
    await expectSound(page);
    const answer = await page.request.post(`${known().url}/auth/log-in-link`, {
      data: { token: new URL(link).hash.slice(1), password: 'a battery of horses' },
    });
    expect((await answer.json()).data).toEqual({ username: 'nadia.khoury' });
    // Leaving loses them.
    await page.getByRole('link', { name: text('imports.past.title') }).click();
    await page.getByRole('dialog', { name: text('common.unsaved.title') }).waitFor();
    await close();
  });

  it.each(twoVariants())('of files of Manager-2.0 is shown, done and undone, $name', async (variant) => {
    const text = textsOf(variant.language);
    const { page, go, follow, expectQuiet, close } = await visitAs('admin', variant);
    const button = (name: string) => page.getByRole('button', { name: text(name), exact: true });
    const file = (name: string, ...documents: object[]) => ({
      name: `${name}.json`,
      mimeType: 'application/json',
      buffer: Buffer.from(documents.map((one) => JSON.stringify(one)).join('\n')),
    });
    const payee = `Steel ${variant.name}`;
    await go('/import?kind=manager-2');
    await expectSound(page);
    const files = [
      file('payees', { _id: payee, name: payee, phoneNumber: '0599' }),
      file('cheques', { _id: payee, serial: 'M1', dueDate: '2023-12-8', value: 20, payee }, { serial: 'M2' }),
    ];
    if (variant.language === 'ar') await dropFolder(page, files);
    else await chooseAll(page, text('imports.dump.choose'), files);
    await rowOf(page, 'M1').getByText(payee).waitFor();
    await rowOf(page, 'M2').getByText(text('imports.results.error')).waitFor();
    await expectSound(page);
    await button('imports.run').click();
    await button('imports.undo.run').waitFor();
    const admin = await clientOf('admin');
    const listed = async () => (await admin.payees.list.query({ search: payee })).items.length;
    expect(await listed()).toBe(1);
    await follow('/import/past');
    await page.getByRole('button', { name: 'Manager-2.0.zip' }).first().click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('imports.undo.run') })
      .click();
    await expect.poll(listed).toBe(0);
    expectQuiet();
    await close();
  });
});
