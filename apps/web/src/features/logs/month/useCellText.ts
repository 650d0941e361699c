import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format.ts';
import type { Cell } from '../logic/grid.ts';
import type { Log } from '../logic/values.ts';

/** What a cell says, in words. */
export function useCellText() {
  const { t } = useTranslation('logs');
  const { clock } = useFormat();
  const shift = ({ isAbsent, startingTime, finishingTime, crossesMidnight }: Log) => {
    if (isAbsent || !startingTime || !finishingTime) return t('absent');
    const times = `${clock(startingTime)}–${clock(finishingTime)}`;
    return crossesMidnight ? `${times} (${t('nextDay')})` : times;
  };
  return ({ logs }: Cell) => (logs.length === 0 ? t('nothingRecorded') : logs.map(shift).join(', '));
}
