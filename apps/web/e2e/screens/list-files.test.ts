import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { clientOf, twoVariants, type Variant, visitAs, withBrowser } from '../support/browser.ts';
import { textsOf } from '../support/texts.ts';

let made = 0;

const menuOf = (page: Page, { language, width }: Variant) =>
  page.getByRole('button', {
    name: textsOf(language)(width < 768 ? 'common.exportOrPrint' : 'common.export'),
    exact: true,
  });

withBrowser('a list as a file', () => {
  it.each(twoVariants())(
    'has every row of the filter, in the language of the page, $name',
    async (variant) => {
      const text = textsOf(variant.language);
      const samira = await clientOf('samira');
      const word = `FILED${process.pid}${made++}`;
      for (const n of [1, 2, 3])
        await samira.bills.create.mutate({
          date: `2031-02-0${n}`,
          value: `-${n}.50`,
          description: `=${word}`,
        });
      const opened = await visitAs('samira', variant);
      const { page, go } = opened;
      await go(`/bills/all?search=${word}`);
      const menu = menuOf(page, variant);
      const choose = async (key: string) => {
        await menu.click();
        await page.getByRole('menuitem', { name: text(key), exact: true }).click();
      };
      const save = async (key: string) => {
        const [file] = await Promise.all([page.waitForEvent('download'), choose(key)]);
        return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
      };

      const csv = await save('common.exportCsv');
      expect(csv.name).toBe('bills.csv');
      const [titles, ...lines] = csv.content.toString().split('\r\n');
      expect(titles?.split(',').slice(0, 3)).toEqual([
        `\uFEFF${text('bills.fields.date')}`,
        text('bills.fields.value'),
        text('bills.fields.description'),
      ]);
      expect(lines.slice(0, 3).map((line) => line.split(',').slice(0, 3))).toEqual(
        [3, 2, 1].map((n) => [`2031-02-0${n}`, `-${n}.50`, `'=${word}`]),
      );
      const xlsx = await save('common.exportXlsx');
      expect(xlsx.name).toBe('bills.xlsx');
      expect(xlsx.content.subarray(0, 2).toString()).toBe('PK');

      // Without a network there is a message, and no file.
      await page.route('**/bills/ledger?*', (route) => route.abort());
      await choose('common.exportCsv');
      await page
        .getByRole('alert')
        .filter({ hasText: text('common.errors.NETWORK') })
        .first()
        .waitFor();
      await opened.close();
    },
  );

  it('that takes long says how far it is, can be cancelled, and is no file where it breaks off', async () => {
    const [variant] = twoVariants();
    if (!variant) return;
    const text = textsOf(variant.language);
    const { page, go, close } = await visitAs('samira', variant);
    // A list that comes slowly; `cut` breaks it off.
    await page.addInitScript(() => {
      const real = window.fetch;
      window.fetch = (url, init) => {
        if (!String(url).includes('/bills/ledger?')) return real(url, init);
        const body = new ReadableStream({
          async pull(controller) {
            await new Promise((resolve) => setTimeout(resolve, 200));
            if (init?.signal?.aborted || 'cut' in window) controller.error(new TypeError('network error'));
            else controller.enqueue(new Uint8Array(500_000));
          },
        });
        return Promise.resolve(new Response(body));
      };
    });
    let downloads = 0;
    page.on('download', () => {
      downloads += 1;
    });
    await go('/bills/all');
    const menu = menuOf(page, variant);
    const begin = async () => {
      await menu.click();
      await page.getByRole('menuitem', { name: text('common.exportXlsx'), exact: true }).click();
      await progress.waitFor();
    };
    const progress = page.getByText(
      text('common.exporting', { size: '~' })
        .split(/[\u2068~]/)[0]
        ?.trim() ?? '',
    );
    const alert = page.getByRole('alert').filter({ hasText: text('common.errors.NETWORK') });
    await begin();
    await page.getByRole('button', { name: text('common.cancel'), exact: true }).click();
    await progress.waitFor({ state: 'detached' });
    await menu.waitFor();
    expect(await alert.count()).toBe(0);

    await begin();
    await page.evaluate(() => Object.assign(window, { cut: true }));
    await alert.first().waitFor();
    await progress.waitFor({ state: 'detached' });
    expect(downloads).toBe(0);
    await close();
  });
});
