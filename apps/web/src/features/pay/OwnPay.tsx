import { Alert, Anchor, Button, Group, Text, Title } from '@mantine/core';
import { IconPrinter, IconSignature } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useMe } from '../../data/me.ts';
import { useAcknowledge } from '../../entities/pay/hooks.tsx';
import { PayLines } from '../../entities/pay/PayLines.tsx';
import { otherPartsOf, printStatementOf, type Statement, wholeTime } from '../../entities/pay/pay.ts';
import { SettlementList } from '../../entities/pay/SettlementList.tsx';
import { StatementFigures } from '../../entities/pay/StatementFigures.tsx';
import { isNegative, negate } from '../../lib/amounts.ts';
import { monthOf, monthRange } from '../../lib/dates.ts';
import { useFormat, useToday } from '../../lib/format.ts';
import { useFilters } from '../../lib/search.ts';
import { PageHeader, PageSection } from '../../ui/PageHeader.tsx';
import { MonthStepper } from '../../ui/Stepper.tsx';
import { ErrorState, Loading } from '../../ui/states.tsx';
import { Money } from '../../ui/values.tsx';
import { OwnPaySearch } from '../search.ts';
import '../../ui/figures.css';
import './pay.css';

interface OwnFiguresProps {
  readonly title: string;
  /** Undefined until it is known. */
  readonly statement: Statement | undefined;
  readonly note?: string;
  readonly isMonth?: boolean;
}

/** What a worker earned, got, and is still to get; of a month with the balance before; and what else that is made of. */
function OwnFigures({ title, statement, note, isMonth = false }: OwnFiguresProps) {
  const { t } = useTranslation('statement');
  const { t: pay } = useTranslation('pay');
  const { money, list } = useFormat();
  const id = useId();
  const value = (text: string | undefined) => (text === undefined ? '—' : <Money value={text} />);
  const toCome = statement?.totals.balance;
  const isAhead = toCome !== undefined && isNegative(toCome);
  const others = statement ? otherPartsOf(statement.totals) : [];
  return (
    <section aria-labelledby={id} className="own-figures">
      <div className="section-head">
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {note && (
          <Text size="sm" c="dimmed">
            {note}
          </Text>
        )}
      </div>
      {isMonth && statement ? (
        <StatementFigures {...statement} />
      ) : (
        <dl className="figures">
          <Figure name={t('own.earned')}>{value(statement?.totals.earned)}</Figure>
          <Figure name={t('own.received')}>{value(statement?.totals.paid)}</Figure>
          <Figure name={t(isAhead ? 'own.ahead' : 'own.toCome')}>
            {value(toCome && (isAhead ? negate(toCome) : toCome))}
          </Figure>
        </dl>
      )}
      {statement && others.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('own.with', {
            parts: list(...others.map((part) => `${pay(`frozen.${part}`)} ${money(statement.totals[part])}`)),
          })}
        </Text>
      )}
    </section>
  );
}

const Figure = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="figure">
    <dt className="figure-label">{name}</dt>
    <dd className="figure-value">{children}</dd>
  </div>
);

/** The settlements that the worker has not acknowledged, each with a button that does. */
function OwnWaiting({ worker }: { readonly worker: string }) {
  const { t } = useTranslation('settlements');
  const { day, money, number } = useFormat();
  const acknowledge = useAcknowledge();
  const { data } = useQuery(api.settlements.list.queryOptions({ worker, status: 'issued', limit: 10 }));
  return data?.items.map((settlement) => {
    const { _id, number: of, from, to, balance } = settlement;
    return (
      <Alert
        key={_id}
        color="blue"
        role="note"
        icon={<IconSignature aria-hidden />}
        title={t('waiting', { name: t('named', { number: number(of) }) })}
        mb="md"
        className="no-print"
      >
        <Text size="sm" mb="xs">
          {t('waitingText', { from: day(from), to: day(to), balance: money(balance) })}
        </Text>
        <Group gap="md">
          <Button onClick={() => acknowledge(settlement)}>{t('acknowledge')}</Button>
          <Anchor component={Link} to={`/pay/settlements/${_id}`} size="sm">
            {t('look')}
          </Anchor>
        </Group>
      </Alert>
    );
  });
}

/** A worker's own pay: what was earned, what was paid, what is still to come; the days, and the settlements. */
export function OwnPay() {
  const { t } = useTranslation('statement');
  const { t: pay } = useTranslation('pay');
  const { t: common } = useTranslation();
  const { _id: worker } = useMe();
  const today = useToday();
  const navigate = useNavigate();
  const [{ month = monthOf(today) }, setFilters] = useFilters(OwnPaySearch);
  return (
    <>
      <PageHeader title={pay('own')}>
        <Button
          variant="default"
          data-command="print"
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => void navigate({ to: printStatementOf(worker, monthRange(month)) })}
        >
          {common('print')}
        </Button>
      </PageHeader>
      <InAll worker={worker} />
      <OwnWaiting worker={worker} />
      <SettlementList title={t('own.settlements')} worker={worker} isAcknowledger />
      <Group mb="sm" justify="center">
        <MonthStepper
          value={month}
          onChange={(value) => setFilters({ month: value === monthOf(today) ? undefined : value })}
        />
      </Group>
      <Month worker={worker} month={month} />
    </>
  );
}

interface OwnPayProps {
  /** Who is logged in. */
  readonly worker: string;
}

function InAll({ worker: userID }: OwnPayProps) {
  const { t } = useTranslation('statement');
  const { day } = useFormat();
  const period = wholeTime(useToday());
  const { data, error, refetch } = useQuery(api.pay.statement.queryOptions({ userID, ...period }));
  if (error && !data) return <ErrorState error={error} reset={() => void refetch()} />;
  return (
    <OwnFigures title={t('own.inAll')} statement={data} note={t('own.until', { day: day(period.to) })} />
  );
}

function Month({ worker: userID, month }: OwnPayProps & { readonly month: string }) {
  const { t } = useTranslation('statement');
  const format = useFormat();
  const { data, error, refetch } = useQuery({
    ...api.pay.statement.queryOptions({ userID, ...monthRange(month) }),
    placeholderData: keepPreviousData,
  });
  if (!data) return error ? <ErrorState error={error} reset={() => void refetch()} /> : <Loading />;
  return (
    <>
      <OwnFigures title={format.month(month)} statement={data} isMonth />
      <PageSection title={t('own.days')}>
        <PayLines label={t('own.days')} lines={data.lines} totals={data.totals} empty={t('nothing')} />
      </PageSection>
    </>
  );
}
