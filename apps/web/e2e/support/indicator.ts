import type { Page } from 'playwright-core';
import { type Box, type Place, placeOf } from './stop.ts';

const margin = 6;

/** The part of the window in which the indicator of an element stands. */
function around({ x, y, width, height }: Box, size: { readonly width: number; readonly height: number }) {
  const [left, top] = [Math.max(0, x - margin), Math.max(0, y - margin)];
  return {
    x: left,
    y: top,
    width: Math.max(1, Math.min(size.width, x + width + margin) - left),
    height: Math.max(1, Math.min(size.height, y + height + margin) - top),
  };
}

/** What a transition of no length needs, and a list that closes. */
export const settled = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/**
 * What the focus changes in the picture of an element, as a share of its outline: how many pixels differ by 3 to 1 or
 * more. Undefined where the element is gone.
 */
export async function indicatorOf(page: Page, { id }: Place, compare: Page): Promise<number | undefined> {
  const stop = await placeOf(page, id);
  if (stop?.id !== id) return undefined;
  await settled(page);
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  const clip = around(stop.box, size);
  const { left, top, scale } = await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { caret-color: transparent !important }');
    if (document.adoptedStyleSheets.length === 0) document.adoptedStyleSheets = [sheet];
    return { left: scrollX, top: scrollY, scale: devicePixelRatio };
  });
  // Page.screenshot waits for fonts and frames, and changes the page for each picture.
  const devtools = await page.context().newCDPSession(page);
  const shoot = async () => {
    const { data } = await devtools.send('Page.captureScreenshot', {
      clip: { ...clip, x: clip.x + left, y: clip.y + top, scale: 1 },
      optimizeForSpeed: true,
    });
    return data;
  };
  const focused = await shoot();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await settled(page);
  const changed = await compare.evaluate(differing, [focused, await shoot()] as const);
  await devtools.detach();
  const outline = 2 * (Math.min(stop.box.width, size.width) + Math.min(stop.box.height, size.height));
  // Of a control with a long label the control alone is outlined.
  return changed / (Math.min(outline, 200) * scale);
}

/** Runs in a page. */
async function differing(pictures: readonly [string, string]): Promise<number> {
  const [one, other] = await Promise.all(
    pictures.map(async (picture) => {
      const bytes = Uint8Array.from(atob(picture), (sign) => sign.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      return context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? new Uint8ClampedArray();
    }),
  );
  if (!one || !other) return 0;
  const linear = (value = 0) => (value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = (data: Uint8ClampedArray, at: number) =>
    0.2126 * linear(data[at]) + 0.7152 * linear(data[at + 1]) + 0.0722 * linear(data[at + 2]);
  let count = 0;
  for (let at = 0; at < one.length; at += 4) {
    if (one[at] === other[at] && one[at + 1] === other[at + 1] && one[at + 2] === other[at + 2]) continue;
    const [a, b] = [luminance(one, at), luminance(other, at)];
    if ((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) >= 3) count += 1;
  }
  return count;
}
