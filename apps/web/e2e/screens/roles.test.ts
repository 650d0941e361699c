import { expect, it } from 'vitest';
import { findings } from '../support/axe.ts';
import {
  clientOf,
  known,
  logIn,
  twoVariants,
  type Username,
  type Variant,
  type Visit,
  visit,
  visitAs,
  withBrowser,
} from '../support/browser.ts';
import { textsOf } from '../support/texts.ts';

// Two roles through their day, as a person does it: by what stands on the screen. A Supervisor: days.test.ts.
type Text = ReturnType<typeof textsOf>;

const password = 'correct horse battery';
let made = 0;

/** Finds a person by a pattern, and deactivates the account while its page is open somewhere. */
async function deactivate(opened: Visit, text: Text, variant: Variant) {
  const { page, go } = opened;
  const admin = await clientOf('admin');
  const lastName = `Zephyr${process.pid}${made++}`;
  const user = await admin.users.create.mutate({
    firstName: 'Worker',
    lastName,
    username: lastName.toLowerCase(),
    password,
  });
  const theirs = await visit(variant);
  await theirs.page.clock.install();
  await logIn(theirs, user.username, password);
  await go('/users');
  await page.getByLabel(text('users.search')).fill(`^worker z\\w+${lastName.slice(-2)}$`);
  // Until the list has answered the search its rows still move, and with them the menu of one.
  const others = page.locator('main [data-index]', { hasNotText: lastName });
  await expect.poll(() => others.count()).toBe(0);
  await page.getByRole('button', { name: `${text('common.actions')}: ${user.fullName}` }).click();
  await page.getByRole('menuitem', { name: text('users.deactivate') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('users.deactivate') })
    .click();
  await expect.poll(async () => (await admin.users.get.query({ userID: user._id })).active).toBe(false);
  // The page asks every 20 seconds who its user is.
  await theirs.page.clock.runFor(20_000);
  await theirs.page.getByText(text('login.ended')).waitFor();
  await theirs.close();
}

withBrowser('a day', () => {
  it.each(twoVariants())('of an Administrator, $name', async (variant) => {
    const opened = await visitAs('admin', variant);
    await deactivate(opened, textsOf(variant.language), variant);
    opened.expectQuiet();
    await opened.close();
  });

  it.each(twoVariants())('of a User, $name', async (variant) => {
    const text = textsOf(variant.language);
    const opened = await visitAs('ada', variant);
    const { page, go } = opened;
    await go('/logs');
    await page.getByRole('heading', { level: 1 }).waitFor();
    // Nothing that the role may not do is offered, and its address leads elsewhere.
    expect(await page.getByRole('button', { name: text('logs.new') }).count()).toBe(0);
    expect(await page.getByRole('link', { name: text('cheques.title') }).count()).toBe(0);
    await go('/logs/day');
    await page.waitForURL(`${known().url}/app/logs`);
    opened.expectQuiet();
    await opened.close();
  });
});

const addresses: readonly (readonly [Username, readonly string[]])[] = [
  ['samira', ['/history']],
  ['ada', ['/bills', '/cheques/calendar', '/payees/1', '/users', '/nowhere']],
];

withBrowser('an address', () => {
  it.each(twoVariants())(
    'that leads nowhere, or where the role may not go, says so, $name',
    async (variant) => {
      const text = textsOf(variant.language);
      for (const [username, paths] of addresses) {
        const opened = await visitAs(username, variant);
        const { page, go } = opened;
        for (const path of paths) {
          await go(path);
          const title = text(path === '/nowhere' ? 'common.notFound' : 'common.notForRole');
          await page.getByRole('heading', { level: 1, name: title }).waitFor();
          await expect.poll(() => page.title()).toBe(`${title} · ${text('common.daybook')}`);
          expect(await page.getByRole('button', { name: text('common.tryAgain') }).count()).toBe(0);
          await expect.poll(() => page.locator('nav').getByText(text('settings.title')).count()).toBe(1);
        }
        expect(await findings(page)).toEqual([]);
        opened.expectQuiet();
        await opened.close();
      }
    },
  );
});
