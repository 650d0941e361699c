import { type RefObject, useLayoutEffect } from 'react';

/**
 * Keeps the widths of columns that the browser found for the first rows: later ones, and what is typed, change them no more.
 * @param columns what they depend on; where it changes they are found anew, as in another width of the window
 * @param isDrawn whether any row is there yet
 */
export function useSteadyColumns(
  table: RefObject<HTMLTableElement | null>,
  columns: string,
  isDrawn: boolean,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns are measured anew
  useLayoutEffect(() => {
    const element = table.current;
    const box = element?.parentElement;
    if (!element || !box || !isDrawn) return;
    let known = 0;
    const settle = () => {
      if (box.clientWidth === known) return;
      known = box.clientWidth;
      const heads = [...element.querySelectorAll<HTMLElement>('thead th')];
      const set = (layout: string, widths: readonly string[]) => {
        element.style.tableLayout = layout;
        heads.forEach((head, index) => {
          head.style.width = widths[index] ?? '';
        });
      };
      set('', []);
      const widths = heads.map((head) => head.getBoundingClientRect().width);
      const total = widths.reduce((sum, width) => sum + width, 0);
      if (total > 0)
        set(
          'fixed',
          widths.map((width) => `${(100 * width) / total}%`),
        );
    };
    settle();
    const observer = new ResizeObserver(settle);
    observer.observe(box);
    return () => observer.disconnect();
  }, [table, columns, isDrawn]);
}
