import { styleNonce } from '../../../lib/nonce.ts';
import { PageSize } from '../PageSize.tsx';

/** Millimetres of a roll: its width, and what is left free on every side. */
const roll = { width: 80, margin: 4 };
/** What is left over at its end, in millimetres and as a share: letters are set a little otherwise on paper. */
const spare = { length: 3, share: 0.01 };
/** Longer ones go to several sheets: no PDF has a page of more than five metres. */
const longest = 3000;
const pixelsPerMm = 96 / 25.4;

interface Props {
  readonly isRoll: boolean;
  /** Of what is printed, in pixels of the screen. */
  readonly length: number;
}

/** A4, or as much of a roll as is needed. */
export function PaySize({ isRoll, length }: Props) {
  if (!isRoll) return <style nonce={styleNonce()}>{'@page { size: 210mm 297mm; }'}</style>;
  const height = Math.ceil((length / pixelsPerMm) * (1 + spare.share)) + spare.length + 2 * roll.margin;
  return <PageSize width={roll.width} height={Math.min(longest, height)} margin={roll.margin} />;
}
