import './pay-lines.css';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { compare } from '../../lib/money.ts';
import { useIsNarrow } from '../../lib/narrow.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Code, Money, Name } from '../../ui/Values.tsx';
import type { PayLine, PayTotals } from './statement.ts';

type Sums = Pick<PayTotals, 'earned' | 'paid' | 'balance'>;

interface Props {
  /** Undefined: the days of a settlement. */
  readonly label?: string;
  readonly lines: readonly PayLine[];
  /** Under the columns. */
  readonly totals?: Sums;
  /** What stands in the place of days where there are none. */
  readonly empty?: string;
}

/** Day by day: hours, what was earned and paid, and the balance after it. */
export function PayLines({ label, lines, totals, empty }: Props) {
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
  const amount = (value: string) => compare(value, '0') !== 0 && <Money value={value} />;
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
      cell: (line) => line.entries.length > 0 && <Entries line={line} />,
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
    <span className="line-entries">
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
    </span>
  );
}
