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
import { type Check, type Oddity, oddCount, odditiesOf } from './closing.ts';
import { ItemsOf } from './oddity-items.tsx';

interface Period {
  readonly from: DayText;
  readonly through: DayText;
  readonly kinds: readonly ClosingKind[];
}

export interface Found {
  readonly check: Check | undefined;
  /** Those that are looked for. */
  readonly oddities: readonly Oddity[];
  readonly isWithoutRates: boolean;
  /** In all. */
  readonly count: number;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly refetch: () => void;
}

/** What is odd about a period, as far as it is about what is to be closed. */
export function useOddities({ from, through, kinds }: Period): Found {
  const isAsked = odditiesOf(kinds).length > 0;
  const { data, error, refetch } = useQuery({
    ...api.closings.check.queryOptions({ from, through }),
    enabled: isAsked,
  });
  const isRateMissing = (data?.missingRates.count ?? 0) > 0;
  const balances = useBalances(isRateMissing);
  const isWithoutRates = useIsWithoutRates(balances.data);
  const isKnown = !isRateMissing || isWithoutRates !== undefined || balances.error !== null;
  const oddities = odditiesOf(kinds, isRateMissing && isWithoutRates);
  return {
    check: isKnown ? data : undefined,
    oddities,
    isWithoutRates: isRateMissing && isWithoutRates === true && kinds.includes('logs'),
    count: data ? oddCount(data, oddities) : 0,
    isPending: isAsked && !error && !(data && isKnown),
    error,
    refetch: () => void refetch(),
  };
}

interface Props {
  readonly found: Found;
  readonly from: DayText;
  readonly through: DayText;
  readonly isWhole: boolean;
  /** Undefined where the days before were closed once, and so looked at. */
  readonly onWhole: ((isWhole: boolean) => void) | undefined;
}

/** What to look at before a period is closed, each with a link to where it can be corrected. */
export function Oddities({ found, from, through, isWhole, onWhole }: Props) {
  const { t } = useTranslation('closing');
  const { day, number } = useFormat();
  const { check, oddities, isWithoutRates, isPending, error, refetch } = found;
  if (oddities.length === 0 && !isWithoutRates) return <Text c="dimmed">{t('odd.nothing')}</Text>;
  return (
    <div className="closing-odd panel">
      <Title order={3} size="h5">
        {t('odd.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {(isWhole && onWhole) || !oddities.includes('overlaps')
          ? t('odd.upTo', { to: day(through) })
          : t('odd.range', { from: day(from), to: day(through) })}
      </Text>
      {onWhole && (
        <Checkbox
          my="xs"
          label={t('odd.whole')}
          checked={isWhole}
          onChange={({ currentTarget }) => onWhole(currentTarget.checked)}
        />
      )}
      {error ? <ErrorState error={error} reset={refetch} /> : null}
      {isPending && <Loading />}
      {check && (
        <ul className="closing-groups">
          {oddities.map((oddity) => {
            const { count } = check[oddity];
            return count === 0 ? (
              <li key={oddity} className="fine">
                <IconCircleCheck size={18} aria-hidden />
                <div>{t(`odd.${oddity}.fine`)}</div>
              </li>
            ) : (
              <li key={oddity} className="found">
                <IconAlertTriangle size={18} aria-hidden />
                <div>
                  <strong>{t(`odd.${oddity}.title`)}</strong> <span className="number">{number(count)}</span>
                  <ItemsOf oddity={oddity} check={check} through={through} />
                </div>
              </li>
            );
          })}
          {isWithoutRates && (
            <li>
              <IconInfoCircle size={18} aria-hidden />
              <div>{t('odd.noRates')}</div>
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
