import type { Outputs } from '@daybook/client';
import { Anchor, Button, Group, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft, IconCoins } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { HistoryPanel } from '../../data/history/history.tsx';
import { useMay, useMe } from '../../data/me.ts';
import { CalendarList } from '../../entities/calendars/CalendarList.tsx';
import { useBreakText } from '../../entities/logs/LogValue.tsx';
import { TokenList } from '../../entities/tokens.tsx';
import { monthOf, monthRange } from '../../lib/dates.ts';
import { useFormat } from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Mail, Phone } from '../../ui/PhoneInput.tsx';
import { ErrorState, Loading } from '../../ui/states.tsx';
import { Code, Money, Name } from '../../ui/values.tsx';
import { RoleBadge, Status } from './Badges.tsx';
import { UserActions } from './UserActions.tsx';
import type { User } from './UserForm.tsx';

type Log = Outputs['logs']['list']['items'][number];

interface Props {
  readonly userID: string;
}

/** This month's totals of one worker. */
export function UserTotals({ userID }: Props) {
  const { t } = useTranslation('users');
  const { today, month, number, duration } = useFormat();
  const present = monthOf(today());
  const { data, error, refetch } = useQuery(
    api.logs.summary.queryOptions({ worker: userID, ...monthRange(present) }),
  );
  const facts = data && [
    { name: t('payments'), value: <Money value={data.payments} /> },
    { name: t('daysWorked'), value: number(data.daysWorked) },
    { name: t('hours'), value: <Code>{duration(data.workedMinutes)}</Code> },
    { name: t('absences'), value: number(data.absences) },
  ];
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="sm">
        {month(present)}
      </Title>
      {error && <ErrorState error={error} reset={() => void refetch()} />}
      {!facts && !error && <Skeleton h={90} />}
      {facts && (
        <Group component="dl" gap="xl" m={0}>
          {facts.map(({ name, value }) => (
            <div key={name}>
              <Text component="dt" size="sm" c="dimmed">
                {name}
              </Text>
              <Text component="dd" size="xl" fw={600} m={0}>
                {value}
              </Text>
            </div>
          ))}
        </Group>
      )}
    </Paper>
  );
}

const recent = 10;

export function UserLogs({ userID }: Props) {
  const { t } = useTranslation('users');
  const { data, error, refetch } = useQuery(api.logs.list.queryOptions({ worker: userID, limit: recent }));
  const columns = useColumns();
  return (
    <section>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          {t('recentLogs')}
        </Title>
        <Anchor component={Link} to={`/logs?worker=${userID}`} size="sm" className="no-print">
          {t('allLogs')}
        </Anchor>
      </Group>
      {error && <ErrorState error={error} reset={() => void refetch()} />}
      {!data && !error && <Skeleton h={200} />}
      {data && (
        <DataTable
          label={t('recentLogs')}
          columns={columns}
          rows={data.items}
          rowKey={({ _id }) => _id}
          empty={t('noLogs')}
        />
      )}
    </section>
  );
}

function useColumns(): Column<Log>[] {
  const { t } = useTranslation('users');
  const { day, weekday, clock, duration } = useFormat();
  const breakTextOf = useBreakText();
  const times = ({ isAbsent, startingTime, finishingTime }: Log) =>
    isAbsent || !startingTime || !finishingTime
      ? t('absent')
      : `${clock(startingTime)}–${clock(finishingTime)}`;
  return [
    { key: 'date', header: t('date'), cell: ({ date }) => `${weekday(date)} ${day(date)}` },
    {
      key: 'times',
      header: t('times'),
      cell: (log) =>
        log.isAbsent ? (
          times(log)
        ) : (
          <>
            <Code>{times(log)}</Code> {breakTextOf(log)}
          </>
        ),
    },
    {
      key: 'hours',
      header: t('hours'),
      align: 'end',
      cell: ({ isAbsent, workedMinutes }) => !isAbsent && <Code>{duration(workedMinutes)}</Code>,
    },
    {
      key: 'payment',
      header: t('payment'),
      align: 'end',
      place: 'end',
      cell: ({ payment }) => <Money value={payment} />,
    },
    {
      key: 'notes',
      header: t('extraNotes'),
      place: 'hidden',
      cell: ({ extraNotes }) => <Name>{extraNotes}</Name>,
    },
  ];
}

export function UserPage() {
  const { t } = useTranslation('users');
  const { t: statement } = useTranslation('statement');
  const { userID } = useParams({ from: '/staff/users/$userID' });
  const me = useMe();
  const may = useMay();
  const navigate = useNavigate();
  const { data: user, error, refetch } = useQuery(api.users.get.queryOptions({ userID }));
  const isStaff = may('users.list');
  return (
    <>
      {isStaff && (
        <Anchor component={Link} to="/users" size="sm" className="no-print">
          <Group component="span" gap={4} mb="xs" display="inline-flex">
            <IconArrowLeft size={16} className="mirrored" aria-hidden />
            {t('toList')}
          </Group>
        </Anchor>
      )}
      {error && <ErrorState error={error} reset={() => void refetch()} />}
      {!user && !error && <Loading />}
      {user && (
        <>
          <PageHeader title={user.fullName} record={user._id}>
            {may('pay.balances') && (
              <Button
                component={Link}
                to={`/pay/${userID}` as string}
                variant="default"
                leftSection={<IconCoins size={16} aria-hidden />}
              >
                {statement('link')}
              </Button>
            )}
            <UserActions user={user} onRemoved={() => void navigate({ to: '/users' })} />
          </PageHeader>
          <SimpleGrid cols={{ base: 1, md: 2 }} mb="lg">
            <Details user={user} own={user._id === me._id} />
            <UserTotals userID={userID} />
          </SimpleGrid>
          {me.accessLevel === 'Administrator' && userID !== me._id && <Credentials userID={userID} />}
          <UserLogs userID={userID} />
          <HistoryPanel record={userID} />
        </>
      )}
    </>
  );
}

/** The tokens and calendar addresses of somebody else, whom an Administrator looks at. */
function Credentials({ userID }: { readonly userID: string }) {
  const { t: tokens } = useTranslation('tokens');
  const { t: calendars } = useTranslation('calendars');
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} mb="lg">
      <Paper withBorder p="md">
        <Title order={2} size="h4" mb="sm">
          {tokens('title')}
        </Title>
        <Text size="sm" c="dimmed" mb="sm">
          {tokens('ofOthers')}
        </Text>
        <TokenList userID={userID} />
      </Paper>
      <Paper withBorder p="md">
        <Title order={2} size="h4" mb="sm">
          {calendars('title')}
        </Title>
        <Text size="sm" c="dimmed" mb="sm">
          {calendars('ofOthers')}
        </Text>
        <CalendarList userID={userID} />
      </Paper>
    </SimpleGrid>
  );
}

function Details({ user, own }: { readonly user: User; readonly own: boolean }) {
  const { t } = useTranslation('users');
  const { instant } = useFormat();
  const { username, accessLevel, active, email, phoneNumber, createdAt, updatedAt } = user;
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="sm">
        {t('account')}
      </Title>
      <Stack gap={6} component="dl" m={0}>
        <Fact name={t('fields.username')}>
          <Name>{username}</Name>
        </Fact>
        <Fact name={t('role')}>
          <RoleBadge role={accessLevel} />
        </Fact>
        <Fact name={t('status')}>
          <Status active={active} />
        </Fact>
        <Fact name={t('fields.email')}>
          <Mail>{email}</Mail>
        </Fact>
        <Fact name={t('fields.phoneNumber')}>
          <Phone>{phoneNumber}</Phone>
        </Fact>
        <Fact name={t('createdAt')}>{instant(createdAt)}</Fact>
        <Fact name={t('updatedAt')}>{instant(updatedAt)}</Fact>
      </Stack>
      {own && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('ownAccount')}
        </Text>
      )}
    </Paper>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <Group gap="sm" wrap="nowrap" align="baseline">
      <Text component="dt" size="sm" c="dimmed" w={110} flex="none">
        {name}
      </Text>
      <Text component="dd" size="sm" m={0} miw={0} className="anywhere">
        {children || '—'}
      </Text>
    </Group>
  );
}
