import type { Measure } from './logic/fitting.ts';

/** What the sheet is set in, too. */
export const fontFamily =
  'Arial, "Liberation Sans", "Noto Sans", "Noto Sans Arabic", "Noto Sans Hebrew", "DejaVu Sans", sans-serif';

const large = 100;
let context: CanvasRenderingContext2D | null | undefined;

/** Measured in large letters: widths of small ones are rounded. */
export const measure: Measure = (text, size) => {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return 0;
  context.font = `${large}px ${fontFamily}`;
  return (context.measureText(text).width / large) * size;
};
