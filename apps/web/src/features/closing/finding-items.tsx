import { Anchor, Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayPay } from '../../entities/pay/hooks.tsx';
import { AmountOwed } from '../../entities/pay/StatementFigures.tsx';
import type { DayText } from '../../lib/dates.ts';
import { useFormat } from '../../lib/format.ts';
import { Day, Name } from '../../ui/values.tsx';
import { byWorker, type Check, countListed, type Finding } from './closing.ts';

interface ItemsProps {
  readonly children: readonly ReactElement[];
}

const SHOWN_AT_FIRST = 5;

/** What was found; of many a few at first. */
function Items({ children }: ItemsProps) {
  const { t } = useTranslation('closing');
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? children : children.slice(0, SHOWN_AT_FIRST);
  return (
    <>
      <ul className="closing-items">
        {shown.map((item) => (
          <li key={item.key}>{item}</li>
        ))}
      </ul>
      {children.length > SHOWN_AT_FIRST && (
        <Button
          variant="subtle"
          size="compact-sm"
          ms={-8}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('findings.fewer') : t('findings.all', { count: children.length })}
        </Button>
      )}
    </>
  );
}

interface ToProps {
  readonly to: string;
  readonly search: object;
}

const To = ({ to, search, children }: ToProps & { readonly children: ReactNode }) => (
  <Anchor component={Link} to={to} search={search as never} size="sm">
    {children}
  </Anchor>
);

/** A worker, with a link to where it can be corrected, and what is findings. */
const Item = ({
  name,
  children,
  ...to
}: ToProps & { readonly name: string; readonly children: ReactNode }) => (
  <span className="closing-item">
    <To {...to}>
      <Name>{name}</Name>
    </To>
    {children}
  </span>
);

interface ShiftProps {
  readonly shift: Pick<Check['longShifts']['items'][number], 'date' | 'startingTime' | 'finishingTime'>;
  /** The day of another shift before it, which is not told again. */
  readonly known?: DayText;
}

/** A shift in words. */
function ShiftText({ shift: { date, startingTime, finishingTime }, known }: ShiftProps) {
  const { clock } = useFormat();
  return (
    <span>
      {date !== known && (
        <>
          <Day value={date} />{' '}
        </>
      )}
      <span className="ltr number">
        {clock(startingTime)}–{clock(finishingTime)}
      </span>
    </span>
  );
}

interface Props {
  readonly finding: Finding;
  readonly check: Check;
  readonly through: DayText;
}

/** The first of those found, each with a link to where it can be corrected. */
export function ItemsOf({ finding, check, through }: Props) {
  const { t } = useTranslation('closing');
  const { number } = useFormat();
  const { count } = check[finding];
  const listed = countListed(check, finding);
  return (
    <>
      {count > listed && (
        <Text size="sm" c="dimmed">
          {t('findings.first', { first: number(listed), count })}
        </Text>
      )}
      {finding === 'unrecorded' && <Unrecorded items={check.unrecorded.items} through={through} />}
      {finding === 'overlaps' && <Overlaps items={check.overlaps.items} />}
      {finding === 'longShifts' && <LongShifts items={check.longShifts.items} />}
      {finding === 'missingRates' && <MissingRates items={check.missingRates.items} />}
      {finding === 'unsettled' && <Unsettled items={check.unsettled.items} through={through} />}
    </>
  );
}

interface Of<O extends Finding> {
  readonly items: Check[O]['items'];
}

function Unrecorded({ items, through }: Of<'unrecorded'> & { readonly through: DayText }) {
  const { t } = useTranslation('closing');
  const { dayOfYear, number } = useFormat();
  return (
    <Items>
      {items.map(({ worker, workerName, count, dates }) => (
        <Item key={worker} name={workerName} to="/logs" search={{ from: dates[0], to: through, worker }}>
          <span className="number">{number(count)}</span>
          {dates.map((day) => (
            <To key={day} to="/logs/day" search={{ day }}>
              {dayOfYear(day)}
            </To>
          ))}
          {count > dates.length && <span>{t('findings.moreDays', { count: count - dates.length })}</span>}
        </Item>
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
          <span>{t('findings.hours', { hours: duration(minutes) })}</span>
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
          <span>{t('findings.dates', { count: later.length + 1, from: day(first) })}</span>
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
          <AmountOwed balance={balance} />
          {settledTo && <span>{t('findings.settledTo', { day: day(settledTo) })}</span>}
        </Item>
      ))}
    </Items>
  );
}
