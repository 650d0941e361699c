import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { findings } from '../support/axe.ts';
import {
  clientOf,
  known,
  twoVariants,
  unique,
  type Visit,
  variants,
  visitAs,
  withBrowser,
} from '../support/browser.ts';
import { give, pdf, photo, screenshot } from '../support/files.ts';
import { textsOf } from '../support/texts.ts';

const [wide] = variants;
if (!wide) throw new Error('There are no variants.');
const text = textsOf('en');
const MAX_SIDE = 2000;

/** A payee and a cheque to it. */
async function newCheque() {
  const samira = await clientOf('samira');
  const word = `Scan ${unique()}`;
  const { _id: payee } = await samira.payees.create.mutate({ name: word });
  const { _id: chequeID } = await samira.cheques.create.mutate({
    ...{ serial: `77${unique()}`, payee, value: '10', dueDate: '2033-05-05' },
  });
  return {
    chequeID,
    payee,
    path: `/cheques/${chequeID}`,
    list: () => samira.attachments.listOfCheque.query({ chequeID }),
    remove: async () => {
      await samira.cheques.remove.mutate({ chequeID });
      await samira.payees.remove.mutate({ payeeID: payee });
    },
  };
}

/** The bytes of a file, as the service has them. */
async function bytesOf({ context }: Visit, attachmentID: string) {
  const { url, passwords } = known();
  const data = { username: 'samira', password: passwords.samira };
  const { accessToken } = (await (await context.request.post(`${url}/auth`, { data })).json()).data;
  const answer = await context.request.get(`${url}/attachments/${attachmentID}`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  return answer.body();
}

const chooser = (page: Page) => page.locator('input[type=file][multiple]').last();
const tile = (page: Page, name: string) => page.locator('button.file', { hasText: name });

withBrowser('files of a record', () => {
  it('are sent upright, smaller and without the place, and seen with all their pages by the keyboard', async () => {
    const { path, list, remove } = await newCheque();
    const visit = await visitAs('samira', wide);
    const { page, go, expectQuiet, close } = visit;
    await go(path);
    await chooser(page).setInputFiles([await photo(page), pdf('First', 'Second')]);
    await tile(page, 'IMG_0001.jpeg').waitFor();
    await tile(page, 'invoice.pdf').waitFor();
    await expect
      .poll(async () => (await list()).map(({ name, type }) => [name, type]))
      .toEqual([
        ['IMG_0001.jpeg', 'image/jpeg'],
        ['invoice.pdf', 'application/pdf'],
      ]);
    const [sent] = await list();
    if (!sent) throw new Error('There is no file.');
    expect(sent.thumbnail).toMatch(/^data:image\/webp;base64,/);
    const bytes = await bytesOf(visit, sent._id);
    expect(bytes.includes('Exif')).toBe(false);

    await tile(page, 'IMG_0001.jpeg').press('Enter');
    const dialog = page.getByRole('dialog');
    const image = dialog.getByRole('img', { name: 'IMG_0001.jpeg' });
    await image.waitFor();
    const drawn = await image.evaluate(async (element) => {
      const shown = element as HTMLImageElement;
      await shown.decode();
      const { naturalWidth: width, naturalHeight: height } = shown;
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const context = canvas.getContext('2d', { willReadFrequently: true });
      context?.drawImage(shown, 0, 0);
      const at = (x: number, y: number) =>
        [...(context?.getImageData(x, y, 1, 1).data ?? [])].map((value) => value > 127);
      return { width, height, left: at(10, height / 2), right: at(width - 10, height / 2) };
    });
    // Held upright: what was above in the sensor is to the right.
    const [red, blue] = [
      [true, false, false, true],
      [false, false, true, true],
    ];
    expect(drawn).toEqual({ width: 1333, height: MAX_SIDE, left: blue, right: red });
    expect(await findings(page)).toEqual([]);
    const scaleOf = () => image.evaluate((element) => element.getBoundingClientRect().width);
    const before = await scaleOf();
    await page.keyboard.press('+');
    await expect.poll(scaleOf).toBeGreaterThan(before);
    await page.keyboard.press('0');
    await expect.poll(scaleOf).toBe(before);
    await page.keyboard.press('ArrowRight');
    await dialog.getByRole('img', { name: text('attachments.page', { number: '1', total: '2' }) }).waitFor();
    await expect.poll(() => dialog.locator('canvas[data-drawn]').count()).toBeGreaterThan(0);
    await dialog.locator('canvas').last().scrollIntoViewIfNeeded();
    await expect.poll(() => dialog.locator('canvas[data-drawn]').count()).toBe(2);
    for (let n = 0; n < 12; n += 1) {
      await page.keyboard.press('Tab');
      expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect
      .poll(() => tile(page, 'IMG_0001.jpeg').evaluate((element) => element === document.activeElement))
      .toBe(true);
    expectQuiet();
    await remove();
    await close();
  });

  it('are dropped and pasted, refused with what is accepted, and deleted and brought back', async () => {
    const { path, list, remove } = await newCheque();
    const { page, go, expectQuiet, close } = await visitAs('samira', wide);
    await go(path);
    await give(page, 'drop', 'main', pdf('One'));
    await tile(page, 'invoice.pdf').waitFor();
    await give(page, 'paste', 'body', await screenshot(page));
    await tile(page, 'screen.png').waitFor();
    const drawing = { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') };
    await give(page, 'drop', 'main', drawing);
    const refusal = page.getByRole('alert').filter({ hasText: text('issues.attachment_type') });
    await refusal.getByText('drawing.svg').waitFor();
    await expect
      .poll(async () => (await list()).map(({ type }) => type))
      .toEqual(['application/pdf', 'image/png']);

    const menu = page.getByRole('button', { name: `${text('common.actions')}: screen.png`, exact: true });
    await menu.press('Enter');
    await page.getByRole('menuitem', { name: text('common.delete') }).press('Enter');
    await tile(page, 'screen.png').waitFor({ state: 'detached' });
    await expect.poll(async () => (await list()).length).toBe(1);
    await page.getByRole('button', { name: text('common.undo'), exact: true }).click();
    await tile(page, 'screen.png').waitFor();
    await expect.poll(async () => (await list()).length).toBe(2);
    expectQuiet();
    await remove();
    await close();
  });

  it('wait where the network is lost while they are sent, over a reload, and are sent once', async () => {
    const { path, list, remove } = await newCheque();
    const { page, context, go, close } = await visitAs('samira', wide);
    await go(path);
    let sent = 0;
    await context.route('**/attachments?name=*', async (route) => {
      sent += 1;
      // The service has it, and the browser never hears of that.
      if (sent === 1) await route.fetch();
      await (sent <= 2 ? route.abort('connectionreset') : route.continue());
    });
    await chooser(page).setInputFiles(pdf('One'));
    await page.getByText(text('attachments.waitingCount_one', { count: '1' })).waitFor();
    await page.reload();
    await page.getByText(text('attachments.waitingCount_one', { count: '1' })).waitFor();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await tile(page, 'invoice.pdf').waitFor();
    await expect.poll(() => page.getByText(text('attachments.waits')).count()).toBe(0);
    expect((await list()).map(({ name }) => name)).toEqual(['invoice.pdf']);
    expect(sent).toBeGreaterThan(2);
    await remove();
    await close();
  });

  it('say why the service refuses one, and can be given up', async () => {
    const { path, list, remove } = await newCheque();
    const { page, context, go, close } = await visitAs('samira', wide);
    await go(path);
    await context.route('**/attachments?name=*', (route) =>
      route.fulfill({ status: 507, json: { success: false, error: { code: 'STORAGE_FULL' } } }),
    );
    await chooser(page).setInputFiles(pdf('One'));
    await page.locator('.file').getByText(text('common.errors.STORAGE_FULL')).waitFor();
    await page.getByText(text('attachments.refusedCount_one', { count: '1' })).waitFor();
    await page
      .getByRole('button', { name: text('attachments.cancelNamed', { name: 'invoice.pdf' }), exact: true })
      .click();
    await page.locator('.file').waitFor({ state: 'detached' });
    expect(await list()).toEqual([]);
    await remove();
    await close();
  });

  it.each(twoVariants())(
    'of a new bill are turned, removed, and sent once it is saved, $name',
    async (variant) => {
      const texts = textsOf(variant.language);
      const samira = await clientOf('samira');
      const word = `Gravel ${unique()}`;
      const { page, go, expectQuiet, close } = await visitAs('samira', variant);
      await go(`/bills/all?search=${encodeURIComponent(word)}`);
      await page.locator('[data-command=new]').click();
      const form = page.getByRole('dialog', { name: texts('bills.new') });
      await chooser(page).setInputFiles([await photo(page, 600, 400), pdf('One'), await screenshot(page)]);
      // The same one again, as phones call each photo.
      await chooser(page).setInputFiles(await screenshot(page));
      const screens = form.getByRole('button', {
        name: texts('attachments.removeNamed', { name: 'screen.png' }),
        exact: true,
      });
      await screens.nth(1).click();
      await expect.poll(() => screens.count()).toBe(1);
      const turn = form.getByRole('button', {
        name: texts('attachments.rotateNamed', { name: 'IMG_0001.jpeg' }),
      });
      await turn.click();
      await form
        .getByRole('button', { name: texts('attachments.removeNamed', { name: 'screen.png' }), exact: true })
        .click();
      expect(await findings(page)).toEqual([]);
      await form.locator('input[name=value], [data-autofocus]').first().fill('12');
      await form.getByLabel(texts('bills.fields.description')).fill(word);
      await form.getByRole('button', { name: texts('common.save'), exact: true }).click();
      await form.waitFor({ state: 'detached' });
      const [bill] = (await samira.bills.list.query({ search: word })).items;
      if (!bill) throw new Error('There is no bill.');
      const list = () => samira.attachments.listOfBill.query({ billID: bill._id });
      await expect
        .poll(async () => (await list()).map(({ name }) => name))
        .toEqual(['IMG_0001.jpeg', 'invoice.pdf']);
      const mark = page.locator('.files-mark');
      await mark.locator('img').waitFor();
      const row = page.locator('[data-index="0"]');
      const heightOf = () => row.evaluate((element) => element.getBoundingClientRect().height);
      const height = await heightOf();
      const taken = await mark.evaluateHandle((element) => element.parentNode?.removeChild(element));
      expect(await heightOf()).toBe(height);
      await taken.dispose();

      // Escape leaves what stands in front: a menu, then the viewer, then the form.
      await page.reload();
      await row.locator('.first, th').first().click();
      const edited = page.getByRole('dialog', { name: texts('bills.edit') });
      await edited
        .getByRole('button', { name: `${texts('common.actions')}: invoice.pdf`, exact: true })
        .click();
      await page.getByRole('menuitem', { name: texts('attachments.download') }).waitFor();
      await page.keyboard.press('Escape');
      await page
        .getByRole('menuitem', { name: texts('attachments.download') })
        .waitFor({ state: 'detached' });
      await edited.locator('button.file', { hasText: 'IMG_0001' }).click();
      const viewer = page.locator('.viewer');
      await viewer.getByRole('img', { name: 'IMG_0001.jpeg' }).waitFor();
      await page.evaluate(() => {
        window.print = () => {
          document.body.dataset.printed = document.querySelector('.printed-file')?.textContent ?? '';
          dispatchEvent(new Event('afterprint'));
        };
      });
      await viewer.getByRole('button', { name: texts('attachments.printWithRecord') }).click();
      await expect.poll(() => page.locator('body').getAttribute('data-printed')).toContain(word);
      await page.keyboard.press('Escape');
      await viewer.waitFor({ state: 'detached' });
      await edited.waitFor();
      await page.keyboard.press('Escape');
      await edited.waitFor({ state: 'detached' });
      expectQuiet();
      await samira.bills.remove.mutate({ billID: bill._id });
      await close();
    },
  );

  it('are opened from a list, each once its row is on the screen', async () => {
    const { chequeID, payee, remove } = await newCheque();
    const samira = await clientOf('samira');
    const { buffer } = pdf('One');
    const form = new FormData();
    form.set('chequeID', chequeID);
    form.set('file', new File([buffer], 'invoice.pdf', { type: 'application/pdf' }));
    await samira.attachments.addToCheque.mutate(form);
    const { page, go, expectQuiet, close } = await visitAs('samira', wide);
    await go(`/cheques?payee=${payee}`);
    await page.locator('.files-mark').click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('canvas[data-drawn]').waitFor();
    expect(await findings(page)).toEqual([]);
    const prints = await page.evaluate(() => {
      let count = 0;
      window.print = () => {
        count = document.querySelectorAll('.printed-file > canvas').length;
        document.body.dataset.printed = String(count);
        dispatchEvent(new Event('afterprint'));
      };
      return count;
    });
    expect(prints).toBe(0);
    await dialog.getByRole('button', { name: text('common.print'), exact: true }).click();
    await expect.poll(() => page.locator('body').getAttribute('data-printed')).toBe('1');
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: text('attachments.download'), exact: true }).click();
    expect((await download).suggestedFilename()).toBe('invoice.pdf');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // A press on the sign means the files, not the row.
    expect(new URL(page.url()).pathname).toBe('/app/cheques');
    expectQuiet();
    await remove();
    await close();
  });
});

withBrowser('files of a settlement', () => {
  it('are seen by its worker, who has no buttons to change them', async () => {
    const admin = await clientOf('admin');
    const { _id: worker } =
      (await admin.users.list.query({})).items.find(({ username }) => username === 'ada') ?? {};
    if (!worker) throw new Error('There is no worker.');
    const [settlement] = (await admin.settlements.list.query({ worker })).items;
    if (!settlement) throw new Error('There is no settlement.');
    const { _id: settlementID } = settlement;
    const form = new FormData();
    form.set('settlementID', settlementID);
    form.set('file', new File([pdf('Signed').buffer], 'signed.pdf', { type: 'application/pdf' }));
    const { _id: attachmentID } = await admin.attachments.addToSettlement.mutate(form);
    const { page, go, expectQuiet, close } = await visitAs('ada', wide);
    await go(`/pay/settlements/${settlementID}`);
    await tile(page, 'signed.pdf').waitFor();
    expect(await page.locator('input[type=file]').count()).toBe(0);
    await page.getByRole('button', { name: `${text('common.actions')}: signed.pdf`, exact: true }).click();
    await page.getByRole('menuitem', { name: text('attachments.download') }).waitFor();
    expect(await page.getByRole('menuitem', { name: text('common.delete') }).count()).toBe(0);
    await page.keyboard.press('Escape');
    expectQuiet();
    await admin.attachments.remove.mutate({ attachmentID });
    await close();
  });
});
