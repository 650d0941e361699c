import { mostFindings } from '@daybook/domain';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Owed } from '../../../entities/pay/Owed.tsx';
import { useMayPay } from '../../../entities/pay/useMayPay.ts';
import type { DayText } from '../../../lib/dates.ts';
import { useFormat } from '../../../lib/format.ts';
import { byWorker, type Check, type Oddity } from '../logic/oddities.ts';
import { Item, Items, ShiftText, To } from './parts.tsx';

interface Props {
  readonly oddity: Oddity;
  readonly check: Check;
  readonly through: DayText;
}

/** The first of those found, each with a link to where it can be corrected. */
export function ItemsOf({ oddity, check, through }: Props) {
  const { t } = useTranslation('closing');
  const { number } = useFormat();
  const { count, items } = check[oddity];
  return (
    <>
      {count > items.length && (
        <Text size="sm" c="dimmed">
          {t('odd.first', { first: number(mostFindings), count })}
        </Text>
      )}
      {oddity === 'unrecorded' && <Unrecorded days={check.unrecorded.items} />}
      {oddity === 'overlaps' && <Overlaps items={check.overlaps.items} />}
      {oddity === 'longShifts' && <LongShifts items={check.longShifts.items} />}
      {oddity === 'missingRates' && <MissingRates items={check.missingRates.items} />}
      {oddity === 'unsettled' && <Unsettled items={check.unsettled.items} through={through} />}
    </>
  );
}

interface Of<O extends Oddity> {
  readonly items: Check[O]['items'];
}

function Unrecorded({ days }: { readonly days: readonly DayText[] }) {
  const { longDay } = useFormat();
  return (
    <Items most={14} isShort>
      {days.map((day) => (
        <To key={day} to="/logs/day" search={{ day }}>
          {longDay(day)}
        </To>
      ))}
    </Items>
  );
}

const Overlaps = ({ items }: Of<'overlaps'>) => (
  <Items>
    {items.map(({ worker, workerName, first, second }) => (
      <Item
        key={`${first.log} ${second.log}`}
        name={workerName}
        to="/logs"
        search={{ from: first.date, to: second.date, worker }}
      >
        <ShiftText shift={first} />
        <ShiftText shift={second} known={first.date} />
      </Item>
    ))}
  </Items>
);

function LongShifts({ items }: Of<'longShifts'>) {
  const { t } = useTranslation('closing');
  const { duration } = useFormat();
  return (
    <Items>
      {items.map(({ log, worker, workerName, minutes, ...shift }) => (
        <Item key={log} name={workerName} to="/logs" search={{ from: shift.date, to: shift.date, worker }}>
          <ShiftText shift={shift} />
          <span>{t('odd.hours', { hours: duration(minutes) })}</span>
        </Item>
      ))}
    </Items>
  );
}

function MissingRates({ items }: Of<'missingRates'>) {
  const { t } = useTranslation('closing');
  const { day } = useFormat();
  return (
    <Items>
      {byWorker(items).map(({ worker, workerName, dates: [first = '', ...later] }) => (
        <Item
          key={worker}
          name={workerName}
          to={`/pay/${worker}`}
          search={{ from: first, to: later.at(-1) ?? first }}
        >
          <span>{t('odd.dates', { count: later.length + 1, from: day(first) })}</span>
        </Item>
      ))}
    </Items>
  );
}

function Unsettled({ items, through }: Of<'unsettled'> & { readonly through: DayText }) {
  const { t } = useTranslation('closing');
  const { day } = useFormat();
  const mayPay = useMayPay();
  return (
    <Items>
      {items.map(({ worker, workerName, balance, settledTo }) => (
        <Item
          key={worker}
          name={workerName}
          {...(mayPay(worker)
            ? { to: '/pay/settle', search: { to: through, worker } }
            : { to: `/pay/${worker}`, search: {} })}
        >
          <Owed balance={balance} />
          {settledTo && <span>{t('odd.settledTo', { day: day(settledTo) })}</span>}
        </Item>
      ))}
    </Items>
  );
}
