import './logs.css';
import { IconMoon, IconUserOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Code } from '../../ui/Values.tsx';
import { breakOf, type Log, type LogValues } from './values.ts';

/** Said by an icon and a word, not by colour alone. */
export function AbsentBadge() {
  const { t } = useTranslation('logs');
  return (
    <Chip tone="warning" icon={IconUserOff}>
      {t('absent')}
    </Chip>
  );
}

/** When somebody finished; a moon where that was on the next day. */
export function Finish({ log }: { readonly log: Pick<Log, 'finishingTime' | 'crossesMidnight'> }) {
  const { t } = useTranslation('logs');
  const { clock } = useFormat();
  if (!log.finishingTime) return null;
  return (
    <span className="finish">
      <Code>{clock(log.finishingTime)}</Code>
      {log.crossesMidnight && (
        <span className="overnight" role="img" aria-label={t('nextDay')} title={t('nextDay')}>
          <IconMoon size={13} aria-hidden />
          <bdi aria-hidden>{t('plusOneDay')}</bdi>
        </span>
      )}
    </span>
  );
}

/** A break in words, whether as it is answered or as it was typed; undefined where there is none. */
export function useBreakText() {
  const { t } = useTranslation('logs');
  const { number } = useFormat();
  return ({ isAbsent, breakMinutes }: Pick<Log | LogValues, 'isAbsent' | 'breakMinutes'>) => {
    const minutes = breakOf(String(breakMinutes ?? ''));
    return !isAbsent && minutes > 0 ? t('withBreak', { minutes: number(minutes) }) : undefined;
  };
}
