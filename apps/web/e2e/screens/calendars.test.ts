import { expect, it } from 'vitest';
import { findings } from '../support/axe.ts';
import { clientOf, twoVariants, visitAs, withBrowser } from '../support/browser.ts';
import { textsOf } from '../support/texts.ts';

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
