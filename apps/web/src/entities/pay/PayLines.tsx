import type { Outputs } from '@daybook/client';
import { useTranslation } from 'react-i18next';
import { compareAmounts, negate } from '../../lib/amounts.ts';
import { useFormat } from '../../lib/format.ts';
import { useIsNarrow } from '../../lib/narrow.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Code, Day, Money, Name } from '../../ui/values.tsx';
import { AbsentBadge } from '../logs/LogValue.tsx';
import { isAbsence, type PayLine, type PayTotals } from './pay.ts';
import './pay-lines.css';

type Sums = Pick<PayTotals, 'earned' | 'paid' | 'balance'>;

interface PayLinesProps {
  /** Undefined: the days of a settlement. */
  readonly label?: string;
  readonly lines: readonly PayLine[];
  /** Under the columns. */
  readonly totals?: Sums;
  /** What stands in the place of days where there are none. */
  readonly empty?: string;
}

/** Day by day: hours, what was earned and paid, and the balance after it. */
export function PayLines({ label, lines, totals, empty }: PayLinesProps) {
  const { t } = useTranslation('pay');
  const columns = useLineColumns(totals);
  return (
    <div className="pay-lines">
      <DataTable
        label={label ?? t('settling.days')}
        columns={columns}
        rows={lines}
        rowKey={({ date }) => date}
        {...(empty !== undefined && { empty })}
      />
    </div>
  );
}

function useLineColumns(totals: Sums | undefined): Column<PayLine>[] {
  const { t } = useTranslation('pay');
  const { t: common } = useTranslation();
  const { longDay, duration } = useFormat();
  const isNarrow = useIsNarrow();
  const minutes = (value: number) => value > 0 && <Code>{duration(value)}</Code>;
  const amount = (value: string) => compareAmounts(value, '0') !== 0 && <Money value={value} />;
  /** In a narrow window the figures above say the same. */
  const under = (value: string | undefined) =>
    value !== undefined && !isNarrow && { footer: <Money value={value} /> };
  return [
    {
      key: 'date',
      place: 'first',
      header: t('columns.date'),
      cell: ({ date }) => longDay(date),
      ...(totals && !isNarrow && { footer: common('total') }),
    },
    {
      key: 'hours',
      header: t('columns.hours'),
      align: 'end',
      cell: ({ workedMinutes }) => minutes(workedMinutes),
    },
    {
      key: 'overtime',
      header: t('columns.overtime'),
      align: 'end',
      cell: ({ overtimeMinutes }) => minutes(overtimeMinutes),
    },
    {
      key: 'earned',
      header: t('earned'),
      align: 'end',
      cell: ({ earned }) => amount(earned),
      ...under(totals?.earned),
    },
    {
      key: 'paid',
      header: t('paid'),
      align: 'end',
      cell: ({ paid }) => amount(paid),
      ...under(totals?.paid),
    },
    {
      key: 'entries',
      header: t('columns.entries'),
      cell: (line) =>
        (isAbsence(line) || line.entries.length > 0) && (
          <span className="line-entries">
            {isAbsence(line) && <AbsentBadge />}
            <Entries line={line} />
          </span>
        ),
    },
    {
      key: 'balance',
      header: t('balance'),
      align: 'end',
      place: 'end',
      cell: ({ balance }) => <Money value={balance} />,
      ...under(totals?.balance),
    },
  ];
}

/** Advance 200.00 · Bonus 50.00 Feast */
function Entries({ line: { entries, entriesCount } }: { readonly line: PayLine }) {
  const { t } = useTranslation('payEntries');
  const { t: pay } = useTranslation('pay');
  const { number } = useFormat();
  const more = entriesCount - entries.length;
  return (
    <>
      {entries.map(({ _id, kind, amount, extraNotes }) => (
        <span key={_id}>
          {t(`kinds.${kind}`)} <Money value={amount} />
          {extraNotes && (
            <>
              {' '}
              <span className="line-note">
                <Name>{extraNotes}</Name>
              </span>
            </>
          )}
        </span>
      ))}
      {more > 0 && <span>{pay('moreEntries', { number: number(more) })}</span>}
    </>
  );
}

/** In the order in which a balance is reckoned; what was paid or deducted makes it smaller. */
const parts = [
  ['openings', 1],
  ['earned', 1],
  ['bonuses', 1],
  ['deductions', -1],
  ['payments', -1],
  ['advances', -1],
  ['payouts', -1],
] as const;

interface BreakdownProps {
  readonly opening: string;
  readonly totals: PayTotals;
}

/** How the balance comes about, as a sum: parts that are 0 are left out. */
export function BalanceBreakdown({ opening, totals }: BreakdownProps) {
  const { t } = useTranslation('statement');
  const { t: pay } = useTranslation('pay');
  return (
    <dl className="breakdown" aria-label={t('breakdown')}>
      <Line name={t('opening')} value={opening} />
      {parts
        .filter(([part]) => compareAmounts(totals[part], '0') !== 0)
        .map(([part, sign]) => (
          <Line
            key={part}
            name={pay(`frozen.${part}`)}
            value={sign === 1 ? totals[part] : negate(totals[part])}
          />
        ))}
      <Line name={pay('balance')} value={totals.balance} isSum />
    </dl>
  );
}

interface LineProps {
  readonly name: string;
  readonly value: string;
  readonly isSum?: boolean;
}

const Line = ({ name, value, isSum = false }: LineProps) => (
  <div className={isSum ? 'sum' : undefined}>
    <dt>{name}</dt>
    <dd>
      <Money value={value} />
    </dd>
  </div>
);

type Correction = Outputs['settlements']['preview']['corrections'][number];

/** What has changed of days that were settled before: before and after. */
export function Corrections({ corrections }: { readonly corrections: readonly Correction[] }) {
  const { t } = useTranslation('pay');
  const amount = (key: 'before' | 'after'): Column<Correction> => ({
    key,
    header: t(`columns.${key}`),
    align: 'end',
    cell: (row) => (key === 'before' ? <s>{<Money value={row.before} />}</s> : <Money value={row.after} />),
    ...(key === 'after' && { place: 'end' as const }),
  });
  const columns: Column<Correction>[] = [
    { key: 'date', header: t('columns.date'), place: 'first', cell: ({ date }) => <Day value={date} /> },
    { key: 'field', header: t('columns.field'), cell: ({ field }) => t(`frozen.${field}`) },
    amount('before'),
    amount('after'),
  ];
  return (
    <DataTable
      label={t('settling.correctionsOf')}
      columns={columns}
      rows={corrections}
      rowKey={({ date, field }) => `${date} ${field}`}
    />
  );
}
