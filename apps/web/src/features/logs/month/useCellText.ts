import { useTranslation } from 'react-i18next';
import { useBreakText } from '../../../entities/logs/LogValue.tsx';
import type { Log } from '../../../entities/logs/values.ts';
import { isolated } from '../../../lib/bidi.ts';
import { useFormat } from '../../../lib/format.ts';
import type { Cell } from '../logic/grid.ts';

/** What a cell says, in words that begin with those it shows. */
export function useCellText() {
  const { t } = useTranslation('logs');
  const { clock, hours, list, number } = useFormat();
  const breakTextOf = useBreakText();
  const shift = (log: Log) => {
    const { isAbsent, startingTime, finishingTime, crossesMidnight } = log;
    if (isAbsent || !startingTime || !finishingTime) return t('absent');
    const times = isolated(`${clock(startingTime)}–${clock(finishingTime)}`);
    const more = [crossesMidnight && t('nextDay'), breakTextOf(log)].filter(Boolean);
    return more.length > 0 ? `${times} (${list(...(more as string[]))})` : times;
  };
  return ({ logs, status, minutes }: Cell) => {
    if (status === 'empty') return t('nothingRecorded');
    if (status === 'absent') return t('absent');
    const shown = status === 'mixed' ? `${hours(minutes)} ×${number(logs.length)}` : hours(minutes);
    return list(shown, ...logs.map(shift));
  };
}
