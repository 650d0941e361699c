import { SettlementVoid } from '@daybook/domain';
import { Switch, Text, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api.ts';
import { useChange } from '../../../data/change.tsx';
import { useRecordForm } from '../../../data/form.ts';
import { hasPayout, type Settlement } from '../../../entities/pay/settlements.ts';
import { useFormat } from '../../../lib/format.ts';
import { RecordDrawer } from '../../../ui/RecordDrawer.tsx';

const VoidValues = SettlementVoid.omit({ settlementID: true });

interface Props {
  readonly settlement: Settlement;
  readonly onClose: () => void;
}

/** Why a settlement is void, and whether the money that was paid with it stays paid. */
export function VoidForm({ settlement, onClose }: Props) {
  const { t } = useTranslation('settlements');
  const { money, number } = useFormat();
  const change = useChange('settlements');
  const { _id: settlementID, payout } = settlement;
  const isPaid = hasPayout(settlement);
  const record = useRecordForm({
    resource: 'settlements',
    schema: VoidValues,
    initial: { reason: '', keepPayout: isPaid },
    create: async (values, once) => {
      const voided = await client.settlements.void.mutate({ settlementID, ...values }, once);
      void change({ run: async () => voided, done: t('voided', { number: number(settlement.number) }) });
      return voided;
    },
    onDone: onClose,
  });
  const { form } = record;
  return (
    <RecordDrawer
      title={`${t('void.title')}: ${t('named', { number: number(settlement.number) })}`}
      record={record}
      onClose={onClose}
      submitText={t('void.title')}
    >
      <Text size="sm">{t('void.meaning')}</Text>
      <Textarea
        label={t('fields.reason')}
        required
        autosize
        minRows={2}
        data-autofocus
        {...form.getInputProps('reason')}
      />
      {isPaid && (
        <Switch
          label={t('void.keepPayout', { amount: money(payout) })}
          description={t('void.keepPayoutNote')}
          {...form.getInputProps('keepPayout', { type: 'checkbox' })}
        />
      )}
    </RecordDrawer>
  );
}
