import { styleNonce } from '../../lib/nonce.ts';

interface Props {
  /** Millimetres. */
  readonly width: number;
  readonly height: number;
}

/** What goes to paper has this size, to its edges. */
export function PageSize({ width, height }: Props) {
  const rule = `@page { size: ${width}mm ${height}mm; margin: 0; @bottom-center { content: none; } }`;
  return <style nonce={styleNonce()}>{rule}</style>;
}
