import type { Page } from 'playwright-core';

/** The spacing of WCAG 1.4.12, as a person's own style sets it. */
export const setSpacing = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
    );
    document.adoptedStyleSheets = [sheet];
  });

/** What is cut off or has to be moved sideways. Names in a wide calendar, the month of the work logs and papers may. */
export const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = [];
    for (const element of document.querySelectorAll('main *, header *')) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      const { overflowX, overflowY, clipPath } = getComputedStyle(element);
      const { clientWidth, clientHeight, scrollWidth, scrollHeight, textContent, className } = element;
      if (element.closest('.paper-view, .calendar .due-name')) continue;
      if (clientWidth <= 2 || clipPath !== 'none' || textContent.trim() === '') continue;
      const what = `${element.tagName}.${className} "${textContent.trim().slice(0, 30)}"`;
      const isCut = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      if (isCut(overflowX) && scrollWidth > clientWidth + 1) faults.push(`cut at the side: ${what}`);
      if (isCut(overflowY) && scrollHeight > clientHeight + 1) faults.push(`cut below: ${what}`);
      const isSideways = ['auto', 'scroll'].includes(overflowX) && scrollWidth > clientWidth + 1;
      if (isSideways && !element.matches('.month-box')) faults.push(`moves sideways: ${what}`);
    }
    const excess = document.documentElement.scrollWidth - innerWidth;
    return excess > 0 ? [...faults, `the page is ${excess} pixels too wide`] : faults;
  });
