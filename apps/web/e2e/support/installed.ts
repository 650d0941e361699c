import { expect } from 'vitest';
import { known, logIn, type Visit, variants, visit } from './browser.ts';

/** Logged in, in a browser that has the application on the device. */
export async function installedFor(username: keyof ReturnType<typeof known>['passwords']): Promise<Visit> {
  const [wide] = variants;
  if (!wide) throw new Error('There are no variants.');
  const opened = await visit(wide, 'allow');
  await logIn(opened, username, known().passwords[username]);
  await opened.page.getByRole('heading', { level: 1 }).waitFor();
  await expect
    .poll(() => opened.page.evaluate(() => navigator.serviceWorker.controller?.state))
    .toBe('activated');
  return opened;
}
