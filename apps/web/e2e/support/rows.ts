import type { Locator, Page } from 'playwright-core';
import type { textsOf } from './texts.ts';

/** A row of a list, in a table as in a narrow window. */
export const rowOf = (page: Page, hasText: string) => page.locator('main [data-index]:visible', { hasText });

/** A cell of a worker's row in the grid of a month. */
export const cellOf = (page: Page, name: string, column: number) =>
  page
    .locator('.month-grid tbody tr')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator(`[data-cell$=":${column}"]`);

/** Opens what can be done with the record of a row, and deletes it: by keys. */
export async function removeByKeys(page: Page, text: ReturnType<typeof textsOf>, name: string) {
  await menuOf(page, text, name).press('Enter');
  await page.getByRole('menuitem', { name: text('common.delete') }).press('Enter');
}

/** The button of what can be done with the record of a row. */
export const menuOf = (page: Page, text: ReturnType<typeof textsOf>, name: string) =>
  page.getByRole('button', { name: `${text('common.actions')}: ${name}` });

/**
 * Does something with the record of a row: by its own button, or by the menu in which it is in a narrow window.
 * @param actions what the menu is called, `actions: name of the record`
 */
export async function act(
  within: Page | Locator,
  { button, actions, item = button }: Record<'button' | 'actions', string> & { item?: string },
) {
  const page = 'page' in within ? within.page() : within;
  const own = within.getByRole('button', { name: button });
  const menu = within.getByRole('button', { name: actions });
  await own.or(menu).first().waitFor();
  if ((await own.count()) > 0) return own.click();
  await menu.click();
  return page.getByRole('menuitem', { name: item }).click();
}
