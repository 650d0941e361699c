import { IconCash, IconFileCheck, IconPrinter } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Worker } from '../../../entities/pay/pay.ts';
import { type Period, printStatementOf } from '../../../entities/pay/statement.ts';
import type { useEntryEditor } from '../../../entities/pay/useEntryEditor.tsx';
import { PageActions } from '../../../ui/PageActions.tsx';

interface Props {
  readonly worker: Worker;
  readonly period: Period;
  readonly create: ReturnType<typeof useEntryEditor>['create'];
  /** Whether the caller may pay this worker. */
  readonly mayPay: boolean;
}

/** What is done with a worker's pay: an advance, a settlement, a printout. */
export function WorkerActions({ worker, period, create, mayPay }: Props) {
  const { t } = useTranslation('statement');
  const { t: pay } = useTranslation('pay');
  const navigate = useNavigate();
  return (
    <PageActions
      name={worker.name}
      actions={[
        mayPay && {
          text: t('actions.settle'),
          icon: IconFileCheck,
          run: () => void navigate({ to: '/pay/settle', search: { worker: worker._id } as never }),
          isNext: true,
        },
        mayPay &&
          create !== undefined && {
            text: pay('giveAdvance'),
            icon: IconCash,
            run: () => create({ worker }),
            isButton: true,
          },
        {
          text: t('actions.print'),
          icon: IconPrinter,
          run: () => void navigate({ to: printStatementOf(worker._id, period) }),
          isButton: true,
        },
      ]}
    />
  );
}
