import { createClient } from '@daybook/client';
import { expect, it } from 'vitest';
import { findings } from '../support/axe.ts';
import { clientOf, known, twoVariants, variants, visit, visitAs, withBrowser } from '../support/browser.ts';
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

withBrowser('calendar addresses', () => {
  it.each(twoVariants())('are shown once, read by calendar programs, and deleted, $name', async (variant) => {
    const text = textsOf(variant.language);
    const samira = await clientOf('samira');
    const { page, context, go, expectQuiet, close } = await visitAs('samira', variant);
    await go('/settings/security');
    const section = page.getByRole('region', { name: text('calendars.title') });
    await section.getByRole('button', { name: text('calendars.make'), exact: true }).click();
    const address = section.getByText(/^https?:\S+\/calendar\/\S+\.ics$/);
    await address.waitFor();
    const url = (await address.textContent()) ?? '';
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await section.getByRole('button', { name: text('common.password.copy'), exact: true }).click();
    await section.getByText(text('common.password.copied'), { exact: true }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
    const read = async () => (await fetch(url)).status;
    const calendar = await fetch(url);
    expect(calendar.headers.get('content-type')).toContain('text/calendar');
    expect(await calendar.text()).toContain('BEGIN:VCALENDAR');
    expect(await findings(page)).toEqual([]);

    await go('/settings/security');
    await section.getByText(text('calendars.lastRead')).first().waitFor();
    expect(await address.count()).toBe(0);
    const { items } = await samira.calendars.list.query({});
    for (const _ of items) {
      const before = await section.getByRole('listitem').count();
      await section
        .getByRole('button', { name: text('common.delete') })
        .first()
        .click();
      const question = page.getByRole('dialog', { name: text('calendars.removeTitle') });
      await question.getByRole('button', { name: text('common.delete'), exact: true }).click();
      await expect.poll(() => section.getByRole('listitem').count()).toBe(before - 1);
    }
    await expect.poll(read).toBe(404);
    expectQuiet();
    await close();
  });
});

withBrowser('webhooks', () => {
  it.each(twoVariants())('are made, tested, given another secret and deleted, $name', async (variant) => {
    const text = textsOf(variant.language);
    const admin = await clientOf('admin');
    const { page, go, expectQuiet, close } = await visitAs('admin', variant);
    await go('/settings');
    await page.getByRole('link', { name: text('webhooks.manage') }).click();
    await page.getByRole('heading', { name: text('webhooks.title'), level: 1 }).waitFor();
    await page.getByRole('button', { name: text('webhooks.make'), exact: true }).click();
    const form = page.getByRole('dialog', { name: text('webhooks.make') });
    await form.getByRole('textbox', { name: text('webhooks.fields.name') }).fill('Accounting');
    const address = form.getByRole('textbox', { name: text('webhooks.fields.url') });
    await address.fill('receiver.invalid');
    await form.getByRole('checkbox', { name: text('bills.title'), exact: true }).check();
    await form.getByRole('button', { name: text('common.save'), exact: true }).click();
    await form.getByText(text('issues.invalid_url')).waitFor();
    await address.fill('https://receiver.invalid/hook');
    await form.getByRole('button', { name: text('common.save'), exact: true }).click();
    const secret = page.getByText(/^whsec_\S+=$/);
    const first = await secret.textContent();
    expect(await findings(page)).toEqual([]);

    const item = page.getByRole('listitem').filter({ hasText: 'Accounting' }).first();
    await item.getByRole('button', { name: `${text('webhooks.test')}: Accounting` }).click();
    await item.getByText(text('webhooks.errors.unknown_host')).waitFor({ timeout: 20_000 });
    await item.getByText(text('webhooks.states.failed'), { exact: true }).waitFor();
    expect(await findings(page)).toEqual([]);

    await item.getByRole('button', { name: `${text('webhooks.rotate')}: Accounting` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: text('webhooks.rotate'), exact: true }).click();
    await expect.poll(() => secret.textContent()).not.toBe(first);
    await item.getByRole('button', { name: `${text('common.delete')}: Accounting` }).click();
    await dialog.getByRole('button', { name: text('common.delete'), exact: true }).click();
    await page.getByText(text('webhooks.none')).waitFor();
    expect((await admin.webhooks.list.query({})).items).toEqual([]);
    expectQuiet();
    await close();
  });
});

// /docs: who logs in there by keyboard gets data from the first request on.

withBrowser('the reference', () => {
  it.for(variants.filter(({ language }) => language === 'en'))('%o', async (variant) => {
    const { url, passwords } = known();
    const opened = await visit(variant);
    const { page } = opened;
    await page.goto(`${url}/docs/`);
    await page.getByRole('heading', { name: 'Daybook', level: 1 }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);

    const log = async (password: string) => {
      await page.getByLabel('Username').fill('samira');
      await page.keyboard.press('Tab');
      await page.keyboard.type(password);
      await page.keyboard.press('Enter');
    };
    await log('something else');
    await page.getByText('The username or the password is wrong.').waitFor();
    await page.getByLabel('Password').fill('');
    await log(passwords.samira);
    await page.getByText('Logged in as samira').waitFor();
    const stored = await page.evaluate(
      'JSON.stringify([Object.values(localStorage), Object.values(sessionStorage), document.cookie])',
    );
    expect(stored).not.toContain('eyJ');
    expect((await page.context().cookies()).map(({ name }) => name)).toEqual([]);

    await page.goto(`${url}/docs/#tag/payees/GET/payees`);
    await page.getByRole('button', { name: 'Test Request (get /payees)' }).click();
    const answer = page.waitForResponse(/\/payees(\?|$)/);
    await page.getByRole('button', { name: /^Send/ }).first().click({ timeout: 60_000 });
    const response = await answer;
    expect(new URL(response.url()).search).toBe('');
    expect((await response.json()).data.length).toBeGreaterThan(0);
    await page.getByText('200 OK').waitFor({ timeout: 60_000 });
    opened.expectQuiet();

    await page.reload();
    await page.getByLabel('Username').waitFor();
    await opened.close();
  });
});
