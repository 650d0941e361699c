import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { findings } from '../support/axe.ts';
import { clientOf, twoVariants, visitAs, withBrowser } from '../support/browser.ts';
import { sheetsOf } from '../support/pdf.ts';
import { rowOf } from '../support/rows.ts';
import { textsOf } from '../support/texts.ts';

/** A payee with a bill that is open before March 2031, one that is paid in it, and an expense. */
async function records(word: string) {
  const samira = await clientOf('samira');
  const { _id: payee } = await samira.payees.create.mutate({ name: word });
  const made = [
    { date: '2031-02-10', value: '40.25', dueDate: '2031-04-01' },
    { date: '2031-03-05', value: '100.50', dueDate: '2031-03-20', paidOn: '2031-03-25' },
    { date: '2031-03-07', value: '7' },
  ];
  for (const bill of made) await samira.bills.create.mutate({ ...bill, payee, description: word });
  return {
    payee,
    remove: async () => {
      for (const { _id } of (await samira.bills.list.query({ payee })).items)
        await samira.bills.remove.mutate({ billID: _id });
      await samira.payees.remove.mutate({ payeeID: payee });
    },
  };
}

withBrowser('the statement of a payee', () => {
  it.each(twoVariants())('is shown by month, saved as a file, and printed, $name', async (variant) => {
    const text = textsOf(variant.language);
    const word = `Quarry ${process.pid} ${variant.name}`;
    const { payee, remove } = await records(word);
    const { page, go, expectQuiet, close } = await visitAs('samira', variant);
    await go(`/payees/${payee}`);
    await page.getByRole('link', { name: text('payees.statement.link'), exact: true }).click();
    await page.waitForURL('**/statement');
    await page.getByText(text('payees.statement.nothing')).waitFor();
    await go(`/payees/${payee}/statement?from=2031-02-01&to=2031-02-28`);
    await page.getByText(text('payees.kinds.bill'), { exact: true }).waitFor();
    await page.getByRole('button', { name: text('common.nextMonth') }).click();
    await page.getByText(text('payees.kinds.expense'), { exact: true }).first().waitFor();
    expect(await rowOf(page, word).count()).toBe(3);
    expect(await page.locator('main').textContent()).toMatch(/107[.٫]50|١٠٧[.٫]٥٠/);
    expect(await findings(page)).toEqual([]);

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: `${text('common.actions')}: ${word}` })
        .click()
        .then(() => page.getByRole('menuitem', { name: text('common.exportCsv'), exact: true }).click()),
    ]);
    const [titles, ...lines] = (await readFile(await file.path())).toString().trim().split('\r\n');
    expect(titles).toContain(text('payees.fields.open'));
    expect(lines.map((line) => line.split(',').slice(0, 2))).toEqual([
      ['2031-03-05', 'bill'],
      ['2031-03-07', 'expense'],
      ['2031-03-25', 'payment'],
    ]);

    await page.getByRole('button', { name: text('payees.statement.print') }).click();
    await page.waitForURL('**/print/payee-statement?*');
    await page.locator('.list-paper tfoot').waitFor();
    expect(await findings(page)).toEqual([]);
    await go(`/print/payee-statement?payee=${payee}&from=2031-03-01&to=2031-03-31&language=en`);
    await page.locator('.list-paper[lang=en] tfoot').waitFor();
    const sheets = sheetsOf(await page.pdf({ preferCSSPageSize: true }));
    expect(sheets.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual([[210, 297]]);
    const said = sheets[0]?.lines.join('\n');
    for (const amount of ['40.25', '107.50', '100.50']) expect(said).toContain(amount);
    expectQuiet();
    await close();
    await remove();
  });
});
