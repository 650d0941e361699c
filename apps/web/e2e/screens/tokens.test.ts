import { createClient } from '@daybook/client';
import { expect, it } from 'vitest';
import { findings } from '../support/axe.ts';
import { clientOf, twoVariants, visitAs, withBrowser } from '../support/browser.ts';
import { textsOf } from '../support/texts.ts';

withBrowser('personal access tokens', () => {
  it.each(twoVariants())('are made by key, shown once, used, and ended, $name', async (variant) => {
    const text = textsOf(variant.language);
    const samira = await clientOf('samira');
    const { page, context, go, expectQuiet, close } = await visitAs('samira', variant);
    const name = `Import ${variant.language} ${process.pid}`;
    await go('/settings/security');
    const section = page.getByRole('region', { name: text('tokens.title') });
    await section.getByRole('button', { name: text('tokens.make'), exact: true }).press('Enter');
    const drawer = page.getByRole('dialog', { name: text('tokens.make') });
    const submit = drawer.getByRole('button', { name: text('tokens.make'), exact: true });
    const nameInput = drawer.getByLabel(text('tokens.fields.name'));
    await expect.poll(() => nameInput.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.type(name);
    const scope = (area: string, verb: 'read' | 'write') =>
      drawer.getByRole('checkbox', {
        name: text('tokens.scope', {
          area: text(`tokens.areas.${area}`),
          verb: text(`tokens.verbs.${verb}`).toLocaleLowerCase(variant.language),
        }),
        exact: true,
      });
    await scope('bills', 'read').waitFor();
    // Nothing chosen: whoever is led to the fault is there.
    await page.keyboard.press('Enter');
    await drawer.getByRole('alert').waitFor();
    await expect
      .poll(() =>
        drawer
          .getByRole('checkbox')
          .first()
          .evaluate((box) => box === document.activeElement),
      )
      .toBe(true);
    expect(await scope('rates', 'read').count()).toBe(0);
    await scope('bills', 'read').press('Space');
    await scope('logs', 'write').press('Space');
    expect(await drawer.getByRole('alert').count()).toBe(0);
    expect(await findings(page)).toEqual([]);
    await submit.press('Enter');

    const shown = section.getByText(/^dbk_[\w-]{43}$/);
    await shown.waitFor();
    await expect.poll(() => shown.evaluate((one) => one === document.activeElement)).toBe(true);
    const token = (await shown.textContent()) ?? '';
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await section.getByRole('button', { name: text('common.password.copy'), exact: true }).click();
    await section.getByText(text('common.password.copied'), { exact: true }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
    expect(await findings(page)).toEqual([]);
    const program = createClient({ url: new URL(page.url()).origin, token });
    expect((await program.bills.list.query({ limit: 1 })).items).toHaveLength(1);
    await expect(program.payees.list.query({})).rejects.toMatchObject({
      data: { code: 'INSUFFICIENT_SCOPE' },
    });

    await go('/settings/security');
    const item = section.getByRole('listitem').filter({ hasText: name });
    await item.getByText(text('tokens.lastUsed')).waitFor();
    expect(await shown.count()).toBe(0);
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(excess).toBe(0);
    await item.getByRole('button', { name: text('tokens.end') }).click();
    const question = page.getByRole('dialog', { name: text('tokens.endTitle', { name }) });
    await question.getByRole('button', { name: text('tokens.end'), exact: true }).click();
    await expect.poll(() => item.count()).toBe(0);
    await expect(program.bills.list.query({})).rejects.toMatchObject({ data: { code: 'UNAUTHENTICATED' } });
    expect((await samira.tokens.list.query({})).items.filter((one) => one.name === name)).toEqual([]);
    expectQuiet();
    await close();
  });

  it('are seen and ended by an Administrator, and told of in the journal', async () => {
    const [variant] = twoVariants();
    if (!variant) throw new Error('There are no variants.');
    const text = textsOf(variant.language);
    const samira = await clientOf('samira');
    const name = `Of Samira ${process.pid}`;
    const { token } = await samira.tokens.create.mutate({ name, scopes: ['bills:read'] });
    const { _id: userID } = await samira.auth.me.query();
    const { page, go, expectQuiet, close } = await visitAs('admin', variant);
    await go(`/users/${userID}`);
    const item = page.getByRole('listitem').filter({ hasText: name });
    await item.getByText(text('tokens.neverUsed')).waitFor();
    expect(await findings(page)).toEqual([]);
    await item.getByRole('button', { name: text('tokens.end') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('tokens.end'), exact: true })
      .click();
    await expect.poll(() => item.count()).toBe(0);
    const program = createClient({ url: new URL(page.url()).origin, token });
    await expect(program.bills.list.query({})).rejects.toMatchObject({ data: { code: 'UNAUTHENTICATED' } });
    await go('/history');
    await page.getByText(name).first().waitFor();
    expectQuiet();
    await close();
  });
});
