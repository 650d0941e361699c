import { expect, it } from 'vitest';
import { findings } from '../support/axe.ts';
import {
  clientOf,
  logIn,
  twoVariants,
  unique,
  type Variant,
  type Visit,
  visit,
  visitAs,
  withBrowser,
} from '../support/browser.ts';
import { act, rowOf } from '../support/rows.ts';
import { textsOf } from '../support/texts.ts';

const password = 'correct horse battery';
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const [first, second, last] = [daysAgo(40), daysAgo(39), daysAgo(38)];

/** A worker of its own with two days of work, an advance, and as yet no rate. */
async function someWorker({ name: variant }: Variant) {
  const admin = await clientOf('admin');
  const own = unique();
  const username = `pay${own}${variant.replaceAll('-', '')}`;
  const name = `Pay ${own} ${variant}`;
  const { _id: worker } = await admin.users.create.mutate({
    firstName: 'Pay',
    lastName: `${own} ${variant}`,
    username,
    password,
  });
  const logs = [];
  for (const date of [first, second])
    logs.push(
      await admin.logs.create.mutate({
        worker,
        date,
        startingTime: '08:00',
        finishingTime: '16:00',
        payment: '100',
        extraNotes: '',
        isAbsent: false,
      }),
    );
  await admin.payEntries.create.mutate({ worker, date: second, kind: 'advance', amount: '50' });
  // The sheets of other tests are without them.
  const remove = () => admin.users.remove.mutate({ userID: worker });
  return { admin, worker, username, name, logs, remove };
}

/** What the page asked of the service. */
function askedBy({ page }: Visit) {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  return (procedure: string) => asked.some((url) => url.includes(procedure));
}

async function expectSound({ page }: Visit) {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(excess).toBe(0);
  expect(await findings(page)).toEqual([]);
}

withBrowser('the pay of a worker', () => {
  it.each(twoVariants())('is seen, and rates and entries are written, $name', async (variant) => {
    const text = textsOf(variant.language);
    const { admin, worker, name, remove } = await someWorker(variant);
    const opened = await visitAs('admin', variant);
    const { page, go, follow, expectQuiet, close } = opened;
    const button = (label: string) => page.getByRole('button', { name: label, exact: true });
    const save = async (title: string, fill: (form: ReturnType<typeof page.getByRole>) => Promise<void>) => {
      const form = page.getByRole('dialog', { name: title });
      await fill(form);
      await form.getByRole('button', { name: text('common.save'), exact: true }).click();
      await form.waitFor({ state: 'detached' });
    };
    const address = `/pay/${worker}?from=${first}&to=${last}`;

    // Two days without a rate; from the first of them one is set.
    await go(address);
    await page.getByRole('heading', { level: 1, name }).waitFor();
    const note = page.getByRole('note');
    await expectSound(opened);
    await note.getByRole('button').click();
    await save(`${text('rates.new')}: ${name}`, (form) =>
      form.getByLabel(text('rates.fields.amount')).fill('25'),
    );
    await note.waitFor({ state: 'detached' });
    await expect
      .poll(
        async () =>
          (await admin.pay.statement.query({ userID: worker, from: first, to: last })).totals.earned,
      )
      .toBe('400.00');
    await page
      .getByLabel(text('statement.breakdown'))
      .getByText(/(^|[^\d])400[.,٫]00/)
      .waitFor();

    // A second rate, so that there is something to draw.
    await button(text('rates.new')).click();
    await save(`${text('rates.new')}: ${name}`, (form) =>
      form.getByLabel(text('rates.fields.amount')).fill('30'),
    );
    await page.locator('.rate-steps').waitFor();
    await page.getByRole('img', { name: /30/ }).first().waitFor();

    // An entry is made, deleted, and comes back.
    await button(text('payEntries.new')).click();
    const entry = page.getByRole('dialog', { name: text('payEntries.new') });
    await entry.getByText(text('payEntries.kinds.bonus'), { exact: true }).click();
    await entry.getByLabel(text('payEntries.fields.amount')).fill('33');
    await entry.getByRole('textbox', { name: text('payEntries.fields.date') }).fill(last);
    await page.keyboard.press('Tab');
    await entry.getByRole('button', { name: text('common.save'), exact: true }).click();
    await entry.waitFor({ state: 'detached' });
    const entries = page.getByRole('region', { name: text('statement.entries.title') });
    const bonus = entries.locator('[data-index]:visible', { hasText: /33[.,٫]00/ });
    await bonus.waitFor();
    await go(address);
    await act(bonus, { button: text('common.delete'), actions: text('common.actions') });
    await bonus.waitFor({ state: 'detached' });
    await button(text('common.undo')).first().click();
    await bonus.waitFor();
    await expectSound(opened);

    // From month to month.
    await go(`/pay/${worker}`);
    await page.getByRole('button', { name: text('common.previousMonth') }).click();
    await page.waitForURL((url) => url.searchParams.has('from') && url.searchParams.has('to'));

    // From the user's page.
    await follow(`/users/${worker}`);
    await page.getByRole('link', { name: text('statement.link') }).click();
    await page.waitForURL((url) => url.pathname.endsWith(`/pay/${worker}`));
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expectQuiet();
    await close();
    await remove();
  });

  it.each(twoVariants())('is seen by a Supervisor without the rates, $name', async (variant) => {
    const text = textsOf(variant.language);
    const { worker, name, remove } = await someWorker({ ...variant, name: `sup-${variant.name}` });
    const opened = await visitAs('samira', variant);
    const wasAsked = askedBy(opened);
    const { page, go, expectQuiet, close } = opened;
    await go(`/pay/${worker}?from=${first}&to=${last}`);
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.getByText(text('statement.missing.ask')).waitFor();
    await page.getByRole('region', { name: text('settlements.title') }).waitFor();
    expect(await page.getByRole('region', { name: text('rates.title') }).count()).toBe(0);
    expect([wasAsked('pay.statement'), wasAsked('rates.')]).toEqual([true, false]);
    await expectSound(opened);
    expectQuiet();
    await close();
    await remove();
  });
});

withBrowser('a settlement', () => {
  it.each(twoVariants())('is read, acknowledged and made void, $name', async (variant) => {
    const text = textsOf(variant.language);
    const { admin, worker, logs, remove } = await someWorker({ ...variant, name: `void-${variant.name}` });
    await admin.rates.create.mutate({ worker, from: first, basis: 'day', amount: '300' });
    const settled = await admin.settlements.create.mutate({ worker, to: first });
    await admin.logs.update.mutate({ logID: logs[0]?._id ?? '', payment: '120' });
    const corrected = await admin.settlements.create.mutate({ worker, to: second, payout: '200' });
    const opened = await visitAs('admin', variant);
    const { page, go, follow, expectQuiet, close } = opened;
    const button = (label: string) => page.getByRole('button', { name: label, exact: true });

    // The entry that it owns cannot be changed.
    await go(`/pay/${worker}?from=${first}&to=${last}`);
    const entries = page.getByRole('region', { name: text('statement.entries.title') });
    const payout = entries.locator('[data-index]:visible', { hasText: /200[.,٫]00/ });
    await payout.waitFor();
    expect(await payout.getByRole('button').count()).toBe(0);
    await payout.getByRole('link', { name: text('statement.entries.ofSettlement') }).click();
    await page.waitForURL((url) => url.pathname.endsWith(corrected._id));

    // What has changed since stands there before and after.
    const changed = rowOf(page, text('pay.frozen.payments'));
    await changed.getByText(/100[.,٫]00/).waitFor();
    await changed.getByText(/120[.,٫]00/).waitFor();
    await expectSound(opened);

    // An older one is not made void.
    await follow(`/pay/settlements/${settled._id}`);
    await button(text('settlements.acknowledge')).waitFor();
    expect(
      await button(`${text('common.actions')}: ${text('settlements.named', { number: '1' })}`).count(),
    ).toBe(variant.width < 768 ? 1 : 0);

    await follow(`/pay/settlements/${corrected._id}`);
    await button(text('settlements.acknowledge')).click();
    await button(text('settlements.signatureSeen')).click();
    await expect
      .poll(async () => (await admin.settlements.get.query({ settlementID: corrected._id })).status)
      .toBe('acknowledged');
    await button(text('settlements.acknowledge')).waitFor({ state: 'detached' });

    await go(`/pay/settlements/${corrected._id}`);
    const named = text('settlements.named', { number: '2' });
    await button(`${text('common.actions')}: ${named}`).click();
    await page.getByRole('menuitem', { name: text('settlements.void.title') }).click();
    const form = page.getByRole('dialog', { name: text('settlements.void.heading', { number: '2' }) });
    await form.getByRole('button', { name: text('settlements.void.title') }).click();
    await form.getByText(text('issues.empty')).waitFor();
    await form.getByLabel(text('settlements.fields.reason')).fill('The wrong rate');
    expect(await findings(page)).toEqual([]);
    await form.getByRole('button', { name: text('settlements.void.title') }).click();
    await form.waitFor({ state: 'detached' });
    await expect
      .poll(() => admin.settlements.get.query({ settlementID: corrected._id }))
      .toMatchObject({ status: 'void', reason: 'The wrong rate' });
    // Kept, since it had been paid.
    const { items: kept } = await admin.payEntries.list.query({ worker, kind: 'payout' });
    expect(kept).toMatchObject([{ amount: '200', settlement: null }]);

    // The one in its place, and the way there and back.
    const replacing = await admin.settlements.create.mutate({ worker, to: second });
    await go(`/pay/settlements/${corrected._id}`);
    await page.getByRole('link', { name: text('settlements.named', { number: '3' }) }).click();
    await page.waitForURL((url) => url.pathname.endsWith(replacing._id));
    await page.getByRole('link', { name: named }).waitFor();
    expectQuiet();
    await close();
    await remove();
  });
});

withBrowser('one’s own pay', () => {
  it.each(twoVariants())('is read and acknowledged by a worker, $name', async (variant) => {
    const text = textsOf(variant.language);
    const { admin, worker, username, remove } = await someWorker({ ...variant, name: `own-${variant.name}` });
    await admin.rates.create.mutate({ worker, from: first, basis: 'day', amount: '300' });
    const settled = await admin.settlements.create.mutate({ worker, to: second, payout: '100' });
    const opened = await visit(variant);
    const { page, go, follow, expectQuiet, close } = opened;
    await logIn(opened, username, password);
    const wasAsked = askedBy(opened);

    // 600 earned, 250 paid before and 100 with the settlement.
    await go('/');
    const card = page.getByRole('region', { name: text('statement.own.toCome') });
    await card.getByText(/250[.,٫]00/).waitFor();
    await expectSound(opened);
    await card.getByRole('link', { name: text('pay.own') }).click();
    await page.getByRole('heading', { level: 1, name: text('pay.own') }).waitFor();
    const all = page.getByRole('region', { name: text('statement.own.inAll') });
    for (const amount of [/600[.,٫]00/, /350[.,٫]00/, /250[.,٫]00/])
      await all.getByText(amount).first().waitFor();
    await expectSound(opened);

    const waiting = page.getByRole('note');
    await waiting.getByRole('button', { name: text('settlements.acknowledge') }).click();
    const question = page.getByRole('dialog');
    expect(await findings(page)).toEqual([]);
    await question.getByRole('button', { name: text('settlements.acknowledge') }).click();
    await waiting.waitFor({ state: 'detached' });
    await expect
      .poll(async () => (await admin.settlements.get.query({ settlementID: settled._id })).status)
      .toBe('acknowledged');

    await follow(`/pay/settlements/${settled._id}`);
    await page.getByText(text('settlements.statuses.acknowledged'), { exact: true }).waitFor();
    await expectSound(opened);
    expect(['rates.', 'payEntries.', 'users.list', 'pay.balances'].filter(wasAsked)).toEqual([]);

    // Another worker's page is not theirs.
    await follow(`/pay/${worker}`);
    await page.getByRole('heading', { level: 1, name: text('common.notForRole') }).waitFor();
    expectQuiet();
    await close();
    await remove();
  });
});
