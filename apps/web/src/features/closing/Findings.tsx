import type { ClosingKind } from '@daybook/domain';
import { Checkbox, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useBalances, useIsWithoutRates } from '../../entities/pay/hooks.tsx';
import type { DayText } from '../../lib/dates.ts';
import { useFormat } from '../../lib/format.ts';
import { ErrorState, Loading } from '../../ui/states.tsx';
import { type Check, countFindings, type Finding, findingsOf } from './closing.ts';
import { ItemsOf } from './finding-items.tsx';

interface Period {
  readonly from: DayText;
  readonly through: DayText;
  readonly kinds: readonly ClosingKind[];
}

export interface FindingList {
  readonly check: Check | undefined;
  /** Those that are looked for. */
  readonly findings: readonly Finding[];
  readonly isWithoutRates: boolean;
  /** In all. */
  readonly count: number;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly refetch: () => void;
}

/** What is odd about a period, as far as it is about what is to be closed. */
export function useFindings({ from, through, kinds }: Period): FindingList {
  const isAsked = findingsOf(kinds).length > 0;
  const { data, error, refetch } = useQuery({
    ...api.closings.check.queryOptions({ from, through }),
    enabled: isAsked,
  });
  const isRateMissing = (data?.missingRates.count ?? 0) > 0;
  const balances = useBalances(isRateMissing);
  const isWithoutRates = useIsWithoutRates(balances.data);
  const isKnown = !isRateMissing || isWithoutRates !== undefined || balances.error !== null;
  const findings = findingsOf(kinds, isRateMissing && isWithoutRates);
  return {
    check: isKnown ? data : undefined,
    findings,
    isWithoutRates: isRateMissing && isWithoutRates === true && kinds.includes('logs'),
    count: data ? countFindings(data, findings) : 0,
    isPending: isAsked && !error && !(data && isKnown),
    error,
    refetch: () => void refetch(),
  };
}

interface Props {
  readonly found: FindingList;
  readonly from: DayText;
  readonly through: DayText;
  readonly isWhole: boolean;
  /** Undefined where the days before were closed once, and so looked at. */
  readonly onWhole: ((isWhole: boolean) => void) | undefined;
}

/** What to look at before a period is closed, each with a link to where it can be corrected. */
export function Findings({ found, from, through, isWhole, onWhole }: Props) {
  const { t } = useTranslation('closing');
  const { day, number } = useFormat();
  const { check, findings, isWithoutRates, isPending, error, refetch } = found;
  if (findings.length === 0 && !isWithoutRates) return <Text c="dimmed">{t('findings.nothing')}</Text>;
  return (
    <div className="closing-findings panel">
      <Title order={3} size="h5">
        {t('findings.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {(isWhole && onWhole) || !findings.includes('overlaps')
          ? t('findings.upTo', { to: day(through) })
          : t('findings.range', { from: day(from), to: day(through) })}
      </Text>
      {onWhole && (
        <Checkbox
          my="xs"
          label={t('findings.whole')}
          checked={isWhole}
          onChange={({ currentTarget }) => onWhole(currentTarget.checked)}
        />
      )}
      {error ? <ErrorState error={error} reset={refetch} /> : null}
      {isPending && <Loading />}
      {check && (
        <ul className="closing-groups">
          {findings.map((finding) => {
            const { count } = check[finding];
            return count === 0 ? (
              <li key={finding} className="fine">
                <IconCircleCheck size={18} aria-hidden />
                <div>{t(`findings.${finding}.fine`)}</div>
              </li>
            ) : (
              <li key={finding} className="found">
                <IconAlertTriangle size={18} aria-hidden />
                <div>
                  <strong>{t(`findings.${finding}.title`)}</strong>{' '}
                  <span className="number">{number(count)}</span>
                  <ItemsOf finding={finding} check={check} through={through} />
                </div>
              </li>
            );
          })}
          {isWithoutRates && (
            <li>
              <IconInfoCircle size={18} aria-hidden />
              <div>{t('findings.noRates')}</div>
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
