import { IconBan, IconPrinter, IconSignature } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay, useMe } from '../../../data/me.ts';
import { newestOf, printAddressOf, type Settlement } from '../../../entities/pay/settlements.ts';
import { useAcknowledge } from '../../../entities/pay/useAcknowledge.tsx';
import { useMayPay } from '../../../entities/pay/useMayPay.ts';
import { useFormat } from '../../../lib/format.ts';
import { PageActions } from '../../../ui/PageActions.tsx';
import { VoidForm } from './VoidForm.tsx';

interface Props {
  readonly settlement: Settlement;
  /** Of the same worker. */
  readonly all: readonly Settlement[];
}

/** What can happen to a settlement, as far as the caller may. */
export function SettlementActions(props: Props) {
  const isStaff = useMay()('pay.balances');
  const isOwn = useMe()._id === props.settlement.worker;
  return isStaff && !isOwn ? <OfAnother {...props} /> : <Actions {...props} isAcknowledger={isOwn} />;
}

/** Apart, since whose pay one may settle is known from the accounts, which a worker may not see. */
function OfAnother(props: Props) {
  return <Actions {...props} isAcknowledger={useMayPay()(props.settlement.worker)} />;
}

function Actions({ settlement, all, isAcknowledger }: Props & { readonly isAcknowledger: boolean }) {
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
