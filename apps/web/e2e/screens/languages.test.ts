import { expect, it } from 'vitest';
import { directionOf, nameOf } from '../../src/i18n/languages.ts';
import { known, logIn, type Variant, visit, visitAs, withBrowser } from '../support/browser.ts';
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
