import type { ClosingKind } from '@daybook/domain';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';

/** Kinds of records within a sentence: logs, bills and cheques. */
export function useKindWords() {
  const { t } = useTranslation('closing');
  const { and } = useFormat();
  return (kinds: readonly ClosingKind[]): string => and(...kinds.map((kind) => t(`kinds.${kind}`)));
}
