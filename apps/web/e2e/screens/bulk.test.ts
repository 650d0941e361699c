import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { findings } from '../support/axe.ts';
import { clientOf, oneIfQuick, variants, visitAs, withBrowser, withoutStream } from '../support/browser.ts';
import { rowOf } from '../support/rows.ts';
import { textsOf } from '../support/texts.ts';

let made = 0;

withBrowser('many records of a list', () => {
  it.each(oneIfQuick(variants.filter(({ width }) => width > 1000)))(
    'are chosen, cancelled, exported, deleted, and brought back, $name',
    async (variant) => {
      const text = textsOf(variant.language);
      const samira = await clientOf('samira');
      const word = `MANY${process.pid}${made++}`;
      const { _id: payee } = await samira.payees.create.mutate({ name: word });
      for (const n of [1, 2, 3, 4])
        await samira.cheques.create.mutate({
          serial: `${word}-${n}`,
          payee,
          value: '10',
          dueDate: `2031-01-0${n}`,
        });
      const open = async () => {
        const { items } = await samira.cheques.list.query({ search: word });
        return items.filter(({ isCancelled }) => !isCancelled).length;
      };
      const opened = await visitAs('samira', variant);
      const { page, go } = opened;
      await go(`/cheques?search=${word}&sort=serial`);
      const box = (n: number) =>
        page.getByRole('checkbox', { name: text('common.bulk.one', { name: `${word}-${n}` }) });
      const bar = page.getByRole('region', { name: text('common.bulk.title') });
      const confirm = page.getByRole('dialog');
      const undo = page.getByRole('button', { name: text('common.undo'), exact: true }).first();

      // From the first to the third with Shift; then all.
      await box(1).click();
      await box(3).click({ modifiers: ['Shift'] });
      await expect.poll(() => page.getByRole('checkbox', { checked: true }).count()).toBe(3);
      expect(await findings(page)).toEqual([]);
      await bar.getByRole('button', { name: text('cheques.cancelMany') }).click();
      await confirm.getByRole('heading', { name: text('cheques.actions.cancel') }).waitFor();
      expect(await findings(page)).toEqual([]);
      await confirm.getByRole('button', { name: text('common.save'), exact: true }).click();
      await expect.poll(open).toBe(1);
      await undo.waitFor();
      await undo.click();
      await expect.poll(open).toBe(4);
      await expect.poll(() => rowOf(page, word).count()).toBe(4);

      await page.getByRole('checkbox', { name: text('common.bulk.all') }).click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        bar.getByRole('button', { name: text('common.bulk.export') }).click(),
      ]);
      expect((await readFile(await file.path(), 'utf8')).split(word).length).toBeGreaterThan(4);
      await page.keyboard.press('Escape');
      await bar.waitFor({ state: 'detached' });

      // One of them is somebody else's by now: it is named, and nothing is half done.
      await page.getByRole('checkbox', { name: text('common.bulk.all') }).click();
      const [changed] = (await samira.cheques.list.query({ serial: `${word}-2` })).items;
      await samira.cheques.update.mutate({ chequeID: changed?._id ?? '', description: 'changed' });
      const asked: string[] = [];
      page.on('request', (request) => {
        const [name] = /(cheques|journal)\.(bulk|remove|restore|undo)/.exec(request.url()) ?? [];
        if (name) asked.push(name);
      });
      const removeAll = async () => {
        const remove = text('common.delete');
        await bar.getByRole('button', { name: remove }).click();
        await confirm.getByRole('button', { name: remove }).click();
      };
      // The browser itself tells of what is refused.
      opened.expectQuiet();
      await removeAll();
      const refused = page.getByRole('alert').filter({ hasText: text('common.bulk.nothingDone') });
      await expect
        .poll(() => refused.getByRole('listitem').allTextContents())
        .toEqual([`${word}-2: ${text('common.errors.PRECONDITION_FAILED')}`]);
      expect(await open()).toBe(4);
      await expect.poll(() => rowOf(page, word).count()).toBe(4);
      // Looked at again, all of them go by one request and come back by one.
      await page.getByRole('checkbox', { name: text('common.bulk.all') }).click();
      await removeAll();
      await expect.poll(open).toBe(0);
      await undo.waitFor();
      await page.keyboard.press('Control+z');
      await expect.poll(open).toBe(4);
      expect(asked).toEqual(['cheques.bulk', 'cheques.bulk', 'journal.undo']);
      await opened.close();
    },
  );

  it('users are changed one by one: who is gone is named, the others are changed and come back', async () => {
    const [variant] = variants;
    if (!variant) throw new Error('There are no variants.');
    const text = textsOf(variant.language);
    const admin = await clientOf('admin');
    const lastName = `Many${process.pid}${made++}`;
    const people = await Promise.all(
      ['Aa', 'Bb', 'Cc'].map((firstName) =>
        admin.users.create.mutate({
          firstName,
          lastName,
          username: `${firstName}${lastName}`.toLowerCase(),
          password: 'correct horse battery',
        }),
      ),
    );
    const [gone, ...others] = people;
    const active = async () => {
      const { items } = await admin.users.list.query({ search: lastName });
      return items.filter((user) => user.active).length;
    };
    const opened = await visitAs('admin', variant);
    const { page, go, close } = opened;
    // Else the list would lose at once who is gone.
    await withoutStream(opened);
    await go(`/users?search=${lastName}`);
    await page.getByRole('checkbox', { name: text('common.bulk.all') }).click();
    await admin.users.remove.mutate({ userID: gone?._id ?? '' });
    const deactivate = text('common.bulk.deactivate');
    const bar = page.getByRole('region', { name: text('common.bulk.title') });
    await bar.getByRole('button', { name: deactivate }).click();
    await page.getByRole('dialog').getByRole('button', { name: deactivate }).click();
    const refused = page
      .getByRole('alert')
      .filter({ hasText: text('common.failedCount_one', { count: '1' }) });
    await refused
      .getByRole('listitem')
      .filter({ hasText: gone?.fullName ?? '' })
      .waitFor();
    await expect.poll(active).toBe(0);
    await page
      .getByRole('button', { name: text('common.undo'), exact: true })
      .first()
      .click();
    await expect.poll(active).toBe(2);
    await close();
    for (const { _id: userID } of others) await admin.users.remove.mutate({ userID });
  });

  it.each(oneIfQuick(variants.filter(({ width }) => width < 500)))(
    'are chosen by taps once that is begun, $name',
    async (variant) => {
      const text = textsOf(variant.language);
      const samira = await clientOf('samira');
      const word = `TAPPED${process.pid}${made++}`;
      for (const n of [1, 2, 3]) await samira.payees.create.mutate({ name: `${word} ${n}` });
      const opened = await visitAs('samira', variant);
      const { page, go } = opened;
      await go(`/payees?search=${word}`);
      const rows = page.getByRole('listitem').filter({ hasText: word });
      await rows.nth(2).waitFor();
      const begin = page.getByRole('button', { name: text('common.bulk.choose'), exact: true });
      await begin.click();
      expect(await findings(page)).toEqual([]);
      // On its name, which is a link otherwise.
      for (const n of [0, 2]) await rows.nth(n).click({ position: { x: 120, y: 20 } });
      await expect.poll(() => page.getByRole('checkbox', { checked: true }).count()).toBe(2);
      const bar = page.getByRole('region', { name: text('common.bulk.title') });
      await bar.getByRole('button', { name: text('common.delete') }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: text('common.delete') })
        .click();
      const left = async () =>
        (await samira.payees.list.query({ search: word })).items.map(({ name }) => name);
      await expect.poll(left).toEqual([`${word} 2`]);
      // A tap opens again.
      await rows.first().getByRole('link').click();
      await page.getByRole('heading', { level: 1, name: `${word} 2` }).waitFor();
      opened.expectQuiet();
      await opened.close();
    },
  );
});
