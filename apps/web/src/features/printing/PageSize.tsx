import { styleNonce } from '../../lib/nonce.ts';

interface Props {
  /** Millimetres. */
  readonly width: number;
  readonly height: number;
  /** Millimetres on every side; without it what is printed reaches to the edges. */
  readonly margin?: number;
}

/** What goes to paper has this size, and no numbers of pages. */
export function PageSize({ width, height, margin = 0 }: Props) {
  const rule = `@page { size: ${width}mm ${height}mm; margin: ${margin}mm; @bottom-center { content: none; } }`;
  return <style nonce={styleNonce()}>{rule}</style>;
}
