import { SettlementVoid } from '@daybook/domain';
import { Switch, Text, Textarea } from '@mantine/core';
import { IconBan, IconPrinter, IconSignature } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api.ts';
import { useChange } from '../../../data/change.tsx';
import { useRecordForm } from '../../../data/form.ts';
import { useMay, useMe } from '../../../data/me.ts';
import { useAcknowledge, useMayPay } from '../../../entities/pay/hooks.tsx';
import { hasPayout, newestOf, printAddressOf, type Settlement } from '../../../entities/pay/pay.ts';
import { useFormat } from '../../../lib/format.ts';
import { PageActions } from '../../../ui/PageHeader.tsx';
import { RecordDrawer } from '../../../ui/RecordDrawer.tsx';

const VoidValues = SettlementVoid.omit({ settlementID: true });

interface VoidFormProps {
  readonly settlement: Settlement;
  readonly onClose: () => void;
}

/** Why a settlement is void, and whether the money that was paid with it stays paid. */
function VoidForm({ settlement, onClose }: VoidFormProps) {
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
      title={t('void.heading', { number: number(settlement.number) })}
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

interface SettlementActionsProps {
  readonly settlement: Settlement;
  /** Of the same worker. */
  readonly all: readonly Settlement[];
}

/** What can happen to a settlement, as far as the caller may. */
export function SettlementActions(props: SettlementActionsProps) {
  const isStaff = useMay()('pay.balances');
  const isOwn = useMe()._id === props.settlement.worker;
  return isStaff && !isOwn ? <OfAnother {...props} /> : <Actions {...props} isAcknowledger={isOwn} />;
}

/** Apart, since whose pay one may settle is known from the accounts, which a worker may not see. */
function OfAnother(props: SettlementActionsProps) {
  return <Actions {...props} isAcknowledger={useMayPay()(props.settlement.worker)} />;
}

function Actions({
  settlement,
  all,
  isAcknowledger,
}: SettlementActionsProps & { readonly isAcknowledger: boolean }) {
  const { t } = useTranslation('settlements');
  const { t: common } = useTranslation();
  const { number } = useFormat();
  const may = useMay();
  const navigate = useNavigate();
  const acknowledge = useAcknowledge();
  const [isVoiding, setVoiding] = useState(false);
  const { status } = settlement;
  const isNewest = newestOf(all)?._id === settlement._id;
  return (
    <>
      <PageActions
        name={t('named', { number: number(settlement.number) })}
        actions={[
          status === 'issued' &&
            isAcknowledger && {
              text: t('acknowledge'),
              icon: IconSignature,
              run: () => acknowledge(settlement),
              isNext: true,
            },
          {
            text: common('print'),
            icon: IconPrinter,
            run: () => void navigate({ to: printAddressOf(settlement) }),
            isButton: true,
          },
          may('settlements.void') &&
            isNewest && {
              text: t('void.title'),
              icon: IconBan,
              run: () => setVoiding(true),
              isDangerous: true,
            },
        ]}
      />
      {isVoiding && <VoidForm settlement={settlement} onClose={() => setVoiding(false)} />}
    </>
  );
}
