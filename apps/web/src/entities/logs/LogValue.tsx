import { IconMoon, IconUserOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { useIsNarrow } from '../../lib/narrow.ts';
import type { ConflictError } from '../../lib/record-changes.ts';
import { isolated } from '../../lib/text.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Code, Money } from '../../ui/values.tsx';
import { breakOf, type Log, type LogValues } from './values.ts';
import './logs.css';
import '../../ui/figures.css';

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
export function FinishTime({ log }: { readonly log: Pick<Log, 'finishingTime' | 'crossesMidnight'> }) {
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

/** What is said where somebody else was faster. */
export function useLogTexts() {
  const { t, i18n } = useTranslation('logs');
  const { money, number } = useFormat();
  const textOf = (values: LogValues, field: keyof LogValues) => {
    if (field === 'isAbsent') return t(values.isAbsent ? 'absent' : 'present');
    if (field === 'payment' && values.payment) return money(values.payment);
    if (field === 'breakMinutes' && values.breakMinutes) return number(breakOf(values.breakMinutes));
    return values[field] || '—';
  };
  const nameOf = (field: keyof LogValues) => (field === 'isAbsent' ? t('attendance') : t(`fields.${field}`));
  const list = new Intl.ListFormat(i18n.language);
  return {
    /** One field of a log, in words. */
    displayValue: textOf,
    duplicate: (names: readonly string[]) =>
      t('recordedMeanwhile', { names: list.format(names.map(isolated)) }),
    conflict: (name: string, { latest, fields }: ConflictError<LogValues>) =>
      t('changedBySomebody', {
        name,
        values: list.format(fields.map((field) => `${nameOf(field)}: ${textOf(latest.values, field)}`)),
      }),
  };
}

export interface LogTotals {
  readonly daysWorked: number;
  readonly workedMinutes: number;
  readonly payments: string;
  readonly absences: number;
}

/** Days, hours, payments and absences in one line. */
export function Totals({ totals, label }: { readonly totals: LogTotals; readonly label: string }) {
  const { t } = useTranslation('logs');
  const { number, duration } = useFormat();
  const isNarrow = useIsNarrow();
  return (
    <dl className="figures" aria-label={label} tabIndex={isNarrow ? 0 : undefined}>
      <Figure name={t('daysWorked')}>{number(totals.daysWorked)}</Figure>
      <Figure name={t('hours')}>
        <Code>{duration(totals.workedMinutes)}</Code>
      </Figure>
      <Figure name={t('payments')}>
        <Money value={totals.payments} />
      </Figure>
      <Figure name={t('absences')}>{number(totals.absences)}</Figure>
    </dl>
  );
}

const Figure = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="figure">
    <dt className="figure-label">{name}</dt>
    <dd className="figure-value">{children}</dd>
  </div>
);
