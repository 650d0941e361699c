import type { Outputs } from '@daybook/client';
import { Name } from '../../../ui/Values.tsx';
import { BusinessHead } from '../BusinessHead.tsx';
import { Both } from '../list/Both.tsx';
import type { Papers } from './papers.ts';
import type { ShownPay } from './shown.ts';

interface Props {
  readonly pay: ShownPay;
  readonly settings: Outputs['settings']['get'];
  readonly papers: Papers;
}

/** Whose it is, of whom and of which days; of a settlement its number and status too. */
export function PayHead({ pay: { workerName, from, to, settlement }, settings, papers }: Props) {
  return (
    <header className="pay-head">
      <div>
        <BusinessHead {...settings} />
      </div>
      <div>
        <h2>
          <Both
            text={({ t, formats }) =>
              settlement
                ? t('pay.settlementHeading', { number: formats.number(settlement.number) })
                : t('pay.statementHeading')
            }
            {...papers}
          />
        </h2>
        <p className="pay-worker">
          <Name>{workerName}</Name>
        </p>
        <p>
          <Both
            text={({ t, formats }) => t('pay.period', { from: formats.day(from), to: formats.day(to) })}
            {...papers}
          />
        </p>
        {settlement && <Status settlement={settlement} papers={papers} />}
      </div>
    </header>
  );
}

interface StatusProps {
  readonly settlement: NonNullable<ShownPay['settlement']>;
  readonly papers: Papers;
}

function Status({ settlement: { status, reason, replacedNumber, acknowledgedAt }, papers }: StatusProps) {
  return (
    <>
      {replacedNumber !== undefined && (
        <p>
          <Both
            text={({ t, formats }) => t('pay.replaces', { number: formats.number(replacedNumber) })}
            {...papers}
          />
        </p>
      )}
      {acknowledgedAt && (
        <p>
          <Both
            text={({ t, formats }) =>
              t('pay.acknowledged', { day: formats.day(formats.dayOfInstant(acknowledgedAt)) })
            }
            {...papers}
          />
        </p>
      )}
      {status === 'void' && (
        <p className="pay-void-reason">
          <Both text={({ t }) => t('pay.voidReason', { reason })} {...papers} />
        </p>
      )}
    </>
  );
}
