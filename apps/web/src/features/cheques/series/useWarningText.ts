import type { Warning } from '@daybook/domain';
import { useTranslation } from 'react-i18next';

/** What a person is told of a warning, to be read after the serial; in the service's own words where it is another. */
export function useWarningText() {
  const { t } = useTranslation('cheques');
  return ({ code, params, message }: Warning): string => {
    if (code === 'serial_used') return t('series.serialUsed');
    if (code === 'serial_outside_books') return t('series.outsideBooks');
    if (code !== 'serial_gap') return message;
    const { from, to } = params as { readonly from: string; readonly to: string };
    return from === to ? t('series.gapOfOne', { serial: from }) : t('series.gap', { from, to });
  };
}
