import { headerTargets, pathTargets } from './http-targets.ts';
import { batchTargets, restTargets, rpcTargets } from './operation-targets.ts';
import type { Family, Target } from './target.ts';
import { type Generate, knownTexts, otherTexts } from './texts.ts';
import { knownValues, otherValues } from './values.ts';

export const targets: readonly Target[] = [
  ...restTargets(),
  ...rpcTargets(),
  ...batchTargets(),
  ...pathTargets(),
  ...headerTargets(),
];

/** A kind of input: its name, and how it is generated. */
export interface Kind {
  readonly name: string;
  readonly family: Family;
  /** Known to be slow in services of this kind. */
  readonly known: boolean;
  readonly generate: Generate;
}

/** All kinds of input for a place. */
export function kindsOf({ families, extra = {} }: Target): Kind[] {
  const kinds = (family: Family, known: boolean, generators: Readonly<Record<string, Generate>>) =>
    Object.entries(generators).map(([name, generate]) => ({ name, family, known, generate }));
  return [
    ...(families.includes('text')
      ? [...kinds('text', true, knownTexts), ...kinds('text', false, otherTexts)]
      : []),
    ...(families.includes('json')
      ? [...kinds('json', true, knownValues), ...kinds('json', false, otherValues)]
      : []),
    ...kinds('text', false, extra),
  ];
}
