import type { Outputs } from '@daybook/client';
import { Anchor, Group, SimpleGrid, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useDismissal } from '../../data/dismissals.ts';
import { useMay } from '../../data/me.ts';
import { StateIcon } from '../../entities/cheques/ChequeStatus.tsx';
import { Shortfall } from '../../entities/forecast/Outlook.tsx';
import { addDays } from '../../lib/dates.ts';
import { useFormat } from '../../lib/format.ts';
import { markOf, useAnnouncedNotes, useChangeNotes } from '../../lib/live.ts';
import { FigureCard, Figures } from '../../ui/FigureCard.tsx';
import { Code, Money, Name } from '../../ui/values.tsx';
import { Card, CardQuery } from './Card.tsx';

interface Days {
  readonly from?: string;
  readonly to: string;
}

interface Props {
  readonly summary: Outputs['home']['cheques'] | undefined;
  readonly next: Outputs['home']['nextCheques'] | undefined;
  readonly error: unknown;
  readonly retry: () => unknown;
}

/** What falls due, by urgency, and the next cheques by name. */
export function ChequesCard({ summary, next, error, retry }: Props) {
  const { t } = useTranslation('home');
  const { t: cheques } = useTranslation('cheques');
  const { t: forecast } = useTranslation('forecast');
  return (
    <Card
      title={t('chequesDue')}
      aside={
        <Group gap="md">
          <Anchor component={Link} to="/forecast" size="sm">
            {forecast('title')}
          </Anchor>
          <Anchor component={Link} to="/cheques" size="sm">
            {cheques('title')}
          </Anchor>
        </Group>
      }
    >
      <CardQuery data={summary} error={error} retry={retry} height={260}>
        {({ today, overdue, dueIn7Days, dueIn30Days }) => (
          <>
            <Figures>
              <Due name={t('overdue')} sum={overdue} days={{ to: addDays(today, -1) }} isUrgent />
              <Due name={t('dueIn7')} sum={dueIn7Days} days={{ from: today, to: addDays(today, 7) }} />
              <Due name={t('dueIn30')} sum={dueIn30Days} days={{ from: today, to: addDays(today, 30) }} />
            </Figures>
            {overdue.count > 0 && <PastDue />}
            <NextDue cheques={next ?? []} />
          </>
        )}
      </CardQuery>
    </Card>
  );
}

/** The way to the question that is asked once: what became of cheques that are past due? */
function PastDue() {
  const { t } = useTranslation('home');
  const isAllowed = useMay()('cheques.addEvents');
  const { isDismissed } = useDismissal('pastDueCheques');
  if (isDismissed || !isAllowed) return null;
  return (
    <Text size="sm" mb="sm">
      <Anchor component={Link} to="/cheques/past-due" inherit>
        {t('pastDue')}
      </Anchor>
    </Text>
  );
}

interface DueProps {
  readonly name: string;
  readonly sum: { readonly count: number; readonly total: string };
  readonly days: Days;
  readonly isUrgent?: boolean;
}

/** The whole figure leads to the cheques it counts. */
function Due({ name, sum, days, isUrgent = false }: DueProps) {
  const { t } = useTranslation('home');
  return (
    <FigureCard
      label={name}
      value={sum.total}
      note={t('cheques', { count: sum.count })}
      icon={isUrgent && sum.count > 0 && <StateIcon state="overdue" />}
      to="/cheques"
      search={() => ({ ...days })}
    />
  );
}

function NextDue({ cheques }: { readonly cheques: NonNullable<Props['next']> }) {
  const { t } = useTranslation('home');
  const { day } = useFormat();
  const noteOf = useChangeNotes();
  useAnnouncedNotes(cheques.map(({ _id: record, payeeName: name }) => ({ record, name })));
  if (cheques.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('noneDue')}
      </Text>
    );
  return (
    <>
      <Title order={3} size="h5" mb="xs">
        {t('nextDue')}
      </Title>
      <ul className="people">
        {cheques.map((cheque) => (
          <li key={cheque._id} {...markOf(noteOf(cheque._id))}>
            <span className="name">
              <span className="number">{day(cheque.dueDate)}</span> ·{' '}
              <Anchor component={Link} to={`/cheques/${cheque._id}`} inherit>
                <Name>{cheque.payeeName}</Name>
              </Anchor>{' '}
              <Text span size="xs" c="dimmed">
                <Code>{cheque.serial}</Code>
              </Text>
            </span>
            <Money value={cheque.value} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The bank accounts in which money will be missing, each with its first day below zero. */
export function ShortfallCards({ shortfalls }: { readonly shortfalls: Outputs['home']['shortfalls'] }) {
  const { t } = useTranslation('forecast');
  if (shortfalls.length === 0) return null;
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      {shortfalls.map(({ account, accountName, ...missing }) => (
        <Card
          key={account}
          title={<Name>{accountName}</Name>}
          aside={
            <Anchor component={Link} to="/forecast" search={{ account } as never} size="sm">
              {t('title')}
            </Anchor>
          }
        >
          <Shortfall {...missing} />
        </Card>
      ))}
    </SimpleGrid>
  );
}
