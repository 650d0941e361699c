import { expect, it } from 'vitest';
import { directionOf, nameOf } from '../../src/i18n/languages.ts';
import {
  clientOf,
  known,
  logIn,
  type Variant,
  variants,
  visit,
  visitAs,
  withBrowser,
} from '../support/browser.ts';
import { languages, textsOf } from '../support/texts.ts';

const phone = (language: string): Variant => ({
  name: language,
  language,
  width: 360,
  height: 740,
  colorScheme: 'light',
});

withBrowser('every language', () => {
  it.each(languages)('%s is shown on a small phone', async (language) => {
    const text = textsOf(language);
    const opened = await visit(phone(language));
    const { page, go, follow, expectQuiet, close } = opened;
    const look = async (heading: string) => {
      await page.getByRole('heading', { name: heading }).first().waitFor();
      const found = await page.evaluate(() => ({
        language: document.documentElement.lang,
        direction: document.documentElement.dir,
        excess: document.documentElement.scrollWidth - window.innerWidth,
        unfilled: document.body.textContent.match(/\{\{.*/)?.[0],
      }));
      expect
        .soft([heading, found])
        .toEqual([heading, { language, direction: directionOf(language), excess: 0, unfilled: undefined }]);
    };
    await go('/login');
    await look(text('login.title'));
    await logIn(opened, 'samira', known().passwords.samira);
    for (const [path, heading] of [
      ['/', 'home.title'],
      ['/logs/day', 'logs.title'],
      ['/cheques', 'cheques.title'],
      ['/settings', 'settings.title'],
    ] as const) {
      await follow(path);
      await look(text(heading));
    }
    expectQuiet();
    await close();
  });

  it('is drawn with its texts, however late they come', async () => {
    const { page, go, expectQuiet, close } = await visit(phone('ar'));
    await go('/login');
    await page.evaluate(() => {
      const drawn = new Set<string>();
      Object.assign(window, { drawn });
      const look = () => {
        for (const { textContent } of document.querySelectorAll('h1, nav a')) drawn.add(textContent);
      };
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    });
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/assets/ar-*.js', async (route) => {
      await held;
      await route.continue();
    });
    const program = page.waitForResponse('**/assets/app-*.js');
    const texts = page.waitForRequest('**/assets/ar-*.js');
    await page.locator('input[name=username]').fill('samira');
    await page.locator('input[name=password]').fill(known().passwords.samira);
    await page.locator('button[type=submit]').click();
    await (await program).finished();
    await texts;
    release();
    await page.getByRole('heading', { name: textsOf('ar')('home.title'), exact: true }).waitFor();
    const drawn = await page.evaluate(() => [...(window as unknown as { drawn: Set<string> }).drawn]);
    expect(drawn).toContain(textsOf('ar')('home.title'));
    expect(drawn.filter((text) => /[a-z]/.test(text))).toEqual([]);
    expectQuiet();
    await close();
  });

  it('is chosen at the log-in page, and kept on the device', async () => {
    const { page, go, expectQuiet, close } = await visit(phone('en'));
    await go('/login');
    for (const language of languages) {
      await page.getByRole('combobox').selectOption({ label: nameOf(language) });
      await page.getByRole('heading', { name: textsOf(language)('login.title') }).waitFor();
      await page.reload();
      await page.getByRole('heading', { name: textsOf(language)('login.title') }).waitFor();
    }
    expectQuiet();
    await close();
  });

  it('counts in the digits of its amounts', async () => {
    const { page, go, close } = await visitAs('samira', phone('ar-EG'));
    await go('/cheques');
    await page.getByRole('button', { name: textsOf('ar')('common.totals'), exact: true }).click();
    await expect.poll(() => page.getByText(/^[٠-٩]+ (شيك|شيكًا|شيكات)$/).count()).toBeGreaterThan(0);
    expect(await page.getByText(/^[0-9]+ (شيك|شيكًا|شيكات)$/).count()).toBe(0);
    // In fields too: what stands there, what was typed, and what can be typed.
    await go('/logs');
    await page.getByRole('button', { name: textsOf('ar')('logs.new'), exact: true }).click();
    const form = page.getByRole('dialog', { name: textsOf('ar')('logs.new') });
    const start = form.getByLabel(textsOf('ar')('logs.fields.startingTime'));
    await start.fill('915');
    expect(await start.inputValue()).toBe('915');
    await start.blur();
    await expect.poll(() => start.inputValue()).toBe('٠٩:١٥');
    const shown = await form
      .locator('input')
      .evaluateAll((inputs) =>
        (inputs as HTMLInputElement[])
          .filter(({ type }) => type === 'text')
          .map(({ value, placeholder }) => value + placeholder),
      );
    expect(shown.join(' ')).toMatch(/[٠-٩]/);
    expect(shown.filter((text) => /[0-9]/.test(text))).toEqual([]);
    await close();
  });
});

// What is typed, and how it is shown.
const [wide, , arabic] = variants;
if (!wide || !arabic) throw new Error('There are no variants.');

const stem = `Value ${process.pid}`;

withBrowser('a value', () => {
  it('is read as it is shown, and asked about where it can be two', async () => {
    const turkish = textsOf('tr');
    const samira = await clientOf('samira');
    const opened = await visitAs('samira', { ...wide, language: 'tr' });
    const { page, go, expectQuiet, close } = opened;
    await go('/bills/all');
    await page.getByRole('button', { name: turkish('bills.new'), exact: true }).click();
    const form = page.getByRole('dialog', { name: turkish('bills.new') });
    const value = form.getByLabel(turkish('bills.fields.value'));
    await value.fill('12.5');
    await page.keyboard.press('Tab');
    await form.getByText(turkish('common.twoAmounts', { one: '12,50', other: '125,00' })).waitFor();
    await value.fill('1.250');
    await page.keyboard.press('Tab');
    await expect.poll(() => value.inputValue()).toBe('1.250,00');
    const date = form.getByRole('textbox', { name: turkish('bills.fields.date'), exact: true });
    await date.fill('5 kas');
    await form.getByText(/5 Kas \d{4} \p{L}+$/u).waitFor();
    await form.getByLabel(turkish('bills.fields.description')).fill(`${stem} tr`);
    await form.getByRole('button', { name: turkish('common.save'), exact: true }).click();
    await form.waitFor({ state: 'detached' });
    const { items } = await samira.bills.list.query({ search: `${stem} tr` });
    expect(items).toMatchObject([{ value: '1250', date: expect.stringMatching(/-11-05$/) }]);
    expectQuiet();
    await close();
  });

  it('with a wrong separator is refused, and so are several cells of a spreadsheet', async () => {
    const text = textsOf('en');
    const { page, context, go, expectQuiet, close } = await visitAs('samira', wide);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await go('/bills/all');
    await page.getByRole('button', { name: text('bills.new'), exact: true }).click();
    const form = page.getByRole('dialog', { name: text('bills.new') });
    const value = form.getByLabel(text('bills.fields.value'));
    await value.fill('12 50');
    await page.keyboard.press('Tab');
    const refusal = form.getByText(text('issues.invalid_amount', { example: '12.50' }));
    await refusal.waitFor();
    expect(await value.inputValue()).toBe('12 50');
    await value.fill('');
    await refusal.waitFor({ state: 'detached' });
    for (const cells of ['1\n250', '1\r250', '1\t250']) {
      await page.evaluate((cells) => navigator.clipboard.writeText(cells), cells);
      await value.press('Control+v');
      await form.getByText('Pasted cells: 2.').waitFor();
      expect(await value.inputValue()).toBe('');
    }
    await page.evaluate(() => navigator.clipboard.writeText('1,250\r\n'));
    await value.press('Control+v');
    await form.getByText('Pasted cells: 2.').waitFor({ state: 'detached' });
    await page.keyboard.press('Tab');
    await expect.poll(() => value.inputValue()).toBe('1,250.00');
    expectQuiet();
    await close();
  });

  it('that is a day in digits is read in the order in which days are shown, and said beside the field', async () => {
    const text = textsOf('en');
    const { page, follow, expectQuiet, close } = await visitAs('samira', { ...wide, language: 'en-US' });
    await follow('/bills/all');
    await page.getByRole('button', { name: text('bills.new'), exact: true }).click();
    const form = page.getByRole('dialog', { name: text('bills.new') });
    const date = form.getByRole('textbox', { name: text('bills.fields.date'), exact: true });
    /** What a screen reader says of the field besides its name. */
    const description = () =>
      date.evaluate((field) =>
        (field.getAttribute('aria-describedby') ?? '')
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent ?? '')
          .join(' '),
      );
    expect(await date.getAttribute('placeholder')).toContain('11/5');
    await date.fill('3/4/2026');
    await expect.poll(description).toContain('Wed, Mar 4, 2026');
    await page.keyboard.press('Tab');
    await expect.poll(() => date.inputValue()).toBe('Mar 4, 2026');
    await date.fill('13/1/2026');
    await page.keyboard.press('Tab');
    await form.getByText(text('common.noDay', { example: '1/31/2026' })).waitFor();
    await follow('/logs/day');
    const day = page.getByRole('textbox', { name: text('common.pickDay') });
    await day.fill('3/4/2026');
    await page.getByText('Wed, Mar 4, 2026').first().waitFor();
    expectQuiet();
    await close();
  });

  it('stands unit under unit, and does not turn the text around it, in Arabic', async () => {
    const text = textsOf('ar');
    const admin = await clientOf('admin');
    const { _id: payee } = await admin.payees.create.mutate({ name: `${stem} ar` });
    for (const [serial, value] of [
      ['0099-A', '1250'],
      ['0099-B', '7.5'],
    ] as const)
      await admin.cheques.create.mutate({ serial, payee, value, dueDate: '2031-01-01', description: stem });
    const { page, go, expectQuiet, close } = await visitAs('admin', arabic);
    await go(`/cheques?search=${encodeURIComponent(stem)}`);
    const amounts = page.locator('tbody .number', { hasText: /[.٫]/ });
    await expect.poll(() => amounts.count()).toBe(2);
    const edges = await amounts.evaluateAll((cells) =>
      cells.map((cell) => Math.round(cell.getBoundingClientRect().right)),
    );
    expect(new Set(edges).size).toBe(1);
    const serial = '0099-A';
    const cancelled = text('cheques.recorded', { serial, event: text('cheques.events.cancel') });
    expect(cancelled).toContain('\u20680099-A\u2069');
    await page.getByRole('button', { name: `${text('common.actions')}: ${serial}` }).click();
    await page.getByRole('menuitem', { name: text('cheques.actions.cancel') }).click();
    await page.getByText(cancelled).waitFor();
    expectQuiet();
    await close();
  });

  it('is a phone number as it is dialled here, and shown as it is stored', async () => {
    const text = textsOf('ar');
    const samira = await clientOf('samira');
    const { page, go, expectQuiet, close } = await visitAs('samira', arabic);
    await go('/payees');
    await page.getByRole('button', { name: text('payees.new'), exact: true }).click();
    const form = page.getByRole('dialog', { name: text('payees.new') });
    await form.getByLabel(text('payees.fields.name')).fill(`${stem} phone`);
    const phone = form.getByLabel(text('payees.fields.phoneNumber'));
    await phone.fill('٠٥٢-١٢٣ ٤٥٦٧');
    await page.keyboard.press('Tab');
    await expect.poll(() => phone.inputValue()).toBe('+972521234567');
    await form.getByRole('button', { name: text('common.save'), exact: true }).click();
    await form.waitFor({ state: 'detached' });
    const { items } = await samira.payees.list.query({ search: `${stem} phone` });
    expect(items).toMatchObject([{ phoneNumber: '+972521234567' }]);
    expectQuiet();
    await close();
  });

  it('says where two days are the wrong way round', async () => {
    const text = textsOf('en');
    const { page, go, expectQuiet, close } = await visitAs('samira', wide);
    await go('/logs?from=2026-12-31&to=2026-11-30');
    await page.getByText(text('common.reversedDays')).waitFor();
    await expect
      .poll(() => page.getByLabel(text('common.to'), { exact: true }).getAttribute('aria-invalid'))
      .toBe('true');
    expectQuiet();
    await close();
  });

  it('of today is the service’s where the device’s clock is two days ahead', async () => {
    const opened = await visit(wide);
    const { page, expectQuiet, close } = opened;
    const day = (at: number) =>
      new Intl.DateTimeFormat('en-GB', {
        ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
        timeZone: 'Asia/Jerusalem',
      }).format(at);
    const truth = day(Date.now());
    await page.clock.setSystemTime(Date.now() + 2 * 24 * 60 * 60 * 1000);
    await logIn(opened, 'samira', known().passwords.samira);
    await page.getByText(truth).first().waitFor();
    expectQuiet();
    await close();
  });
});
