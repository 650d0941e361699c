import { rateBases } from '@daybook/domain';
import { Button, Group, NativeSelect, type NativeSelectProps, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Rate } from '../../../entities/pay/pay.ts';
import type { DayText } from '../../../lib/dates.ts';
import { useFormat } from '../../../lib/format.ts';
import { useFieldErrors } from '../../../lib/issues.ts';
import { AmountInput } from '../../../ui/AmountInput.tsx';
import { BusyButton } from '../../../ui/BusyButton.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { Day, Money, Name } from '../../../ui/values.tsx';
import { basisOf, type TypedRate } from './lines.ts';
import type { useRateSheet } from './useRateSheet.ts';

export type Line = ReturnType<typeof useRateSheet>['lines'][number];

interface BasisProps extends Omit<NativeSelectProps, 'onChange'> {
  readonly onChange: (basis: Rate['basis']) => void;
}

function BasisSelect({ onChange, ...props }: BasisProps) {
  const { t } = useTranslation('rates');
  return (
    <NativeSelect
      size="xs"
      data={rateBases.map((value) => ({ value, label: t(`bases.${value}`) }))}
      {...props}
      onChange={({ currentTarget: { value } }) => {
        const basis = rateBases.find((one) => one === value);
        if (basis) onChange(basis);
      }}
    />
  );
}

interface FillerProps {
  /** How many lines are empty. */
  readonly count: number;
  readonly onFill: (typed: TypedRate) => void;
}

/** The same for all lines that are empty. */
export function Filler({ count, onFill }: FillerProps) {
  const { t } = useTranslation('logs');
  const { t: rates } = useTranslation('rates');
  const { t: pay } = useTranslation('pay');
  const [basis, setBasis] = useState<Rate['basis']>('hour');
  const [amount, setAmount] = useState('');
  return (
    <Group gap="xs" align="flex-end" role="group" aria-label={pay('allRates.fillLabel')} className="no-print">
      <BasisSelect w={130} label={rates('fields.basis')} value={basis} onChange={setBasis} />
      <AmountInput label={pay('allRates.amount')} size="xs" w={110} value={amount} onChange={setAmount} />
      <Button
        component={BusyButton}
        variant="default"
        size="xs"
        disabled={count === 0 || (amount === '' && basis !== 'none')}
        onClick={() => onFill({ basis, amount })}
      >
        {t('fill', { count })}
      </Button>
    </Group>
  );
}

interface RowProps {
  readonly line: Line;
  readonly from: DayText;
  /** While all is being saved. */
  readonly isLocked: boolean;
  readonly onEdit: (change: TypedRate) => void;
}

export function RateRow({ line, from, isLocked, onEdit }: RowProps) {
  const { name, rate, next, typed, outcome } = line;
  const { t } = useTranslation('pay');
  const { t: rates } = useTranslation('rates');
  const { day } = useFormat();
  const fieldErrors = useFieldErrors();
  const basis = basisOf(line, typed);
  const errors = outcome.is === 'faulty' ? Object.values(fieldErrors(outcome.issues)) : [];
  return (
    <tr data-worker={line._id}>
      <th scope="row">
        <Name>{name}</Name>
      </th>
      <td className="end" data-label={t('allRates.before')}>
        {rate && (
          <span>
            {rate.basis !== 'none' && <Money value={rate.amount} />}{' '}
            <Text component="bdi" size="xs" c="dimmed">
              {rates(`bases.${rate.basis}`)} · <Day value={rate.from} />
            </Text>
          </span>
        )}
      </td>
      <td data-column="basis" data-label={rates('fields.basis')}>
        <BasisSelect
          aria-label={`${rates('fields.basis')}: ${name}`}
          value={basis}
          disabled={isLocked}
          onChange={(value) => onEdit({ basis: value })}
        />
      </td>
      <td data-column="amount" data-label={t('allRates.amount')}>
        {basis !== 'none' && (
          <AmountInput
            aria-label={`${t('allRates.amount')}: ${name}`}
            size="xs"
            readOnly={isLocked}
            value={typed?.amount ?? ''}
            error={typed?.amount || typed?.basis ? errors[0] : undefined}
            onChange={(amount) => onEdit({ amount })}
          />
        )}
      </td>
      <td data-label={t('allRates.effect')}>
        {outcome.is === 'unchanged' && <Chip tone="warning">{t('allRates.unchanged')}</Chip>}
        {outcome.is === 'new' && (
          <Chip tone="info">
            {t(rate?.from === from ? 'allRates.replaces' : 'allRates.new', { day: day(from) })}
          </Chip>
        )}
        {outcome.is === 'new' && next && (
          <Text span size="xs" c="dimmed">
            {t('allRates.until', { day: day(next) })}
          </Text>
        )}
      </td>
    </tr>
  );
}
