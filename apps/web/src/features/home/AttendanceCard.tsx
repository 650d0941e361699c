import { Anchor, Button, Group, SimpleGrid, Text, Title } from '@mantine/core';
import { IconCheck, IconChecks, IconUserOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLogChanges } from '../../entities/logs/changes.ts';
import { FinishTime, useBreakText } from '../../entities/logs/LogValue.tsx';
import { ordinaryTimes, type Times } from '../../entities/logs/usual.ts';
import type { DayText } from '../../lib/dates.ts';
import { useFormat } from '../../lib/format.ts';
import { markOf, useAnnouncedNotes, useChangeNotes } from '../../lib/live.ts';
import { Code, Name } from '../../ui/values.tsx';
import { Card, CardQuery } from './Card.tsx';
import type { Attendance, Attendant } from './home.ts';

interface Props {
  readonly today: DayText;
  readonly attendance: Attendance | undefined;
  readonly usual: ReadonlyMap<string, Times>;
  readonly error: unknown;
  readonly retry: () => unknown;
}

/** Who is there today, who is not, and one tap for those of whom nothing is known yet. */
export function AttendanceCard({ today, attendance, usual, error, retry }: Props) {
  const { t } = useTranslation('home');
  const { t: logs } = useTranslation('logs');
  return (
    <Card
      title={t('attendanceToday')}
      aside={
        <Group gap="sm">
          {attendance && attendance.missing.length > 1 && (
            <AllPresent missing={attendance.missing} today={today} usual={usual} />
          )}
          <Anchor component={Link} to="/logs/day" size="sm">
            {logs('tabs.day')}
          </Anchor>
        </Group>
      }
    >
      <CardQuery data={attendance} error={error} retry={retry} height={180}>
        {({ present, absent, missing }) => (
          <SimpleGrid cols={{ base: 1, md: 3 }} spacing="lg">
            <People
              title={t('notYetRecorded')}
              people={missing}
              none={present.length + absent.length > 0 ? t('allRecorded') : logs('noWorkers')}
            >
              {(person) => <Entry person={person} today={today} times={usual.get(person.worker)} />}
            </People>
            <People title={t('present')} people={present} day={today} none={t('nobodyYet')}>
              {(person) => <Shifts person={person} />}
            </People>
            <People title={t('absent')} people={absent} day={today} none={t('nobody')}>
              {({ logs: own }) => (
                <Text span size="sm" c="dimmed">
                  <Name>{own.map(({ extraNotes }) => extraNotes).join(' ')}</Name>
                </Text>
              )}
            </People>
          </SimpleGrid>
        )}
      </CardQuery>
    </Card>
  );
}

interface AllPresentProps extends Pick<Props, 'today' | 'usual'> {
  readonly missing: readonly Attendant[];
}

/** Records everybody of whom nothing is recorded yet, each with the times they had last. */
function AllPresent({ missing, today, usual }: AllPresentProps) {
  const { t } = useTranslation('home');
  const { saveAll } = useLogChanges();
  const record = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // The button goes away.
    currentTarget.parentElement?.querySelector('a')?.focus();
    const steps = missing.map(({ worker, workerName }) => ({
      name: workerName,
      work: {
        kind: 'create' as const,
        place: { date: today, worker, workerName },
        values: presentAt(usual.get(worker)),
        isShift: false,
      },
    }));
    void saveAll(steps, () => t('recordedPresent', { count: steps.length }));
  };
  return (
    <Button size="compact-sm" leftSection={<IconChecks size={14} aria-hidden />} onClick={record}>
      {t('allPresent')}
    </Button>
  );
}

const presentAt = (times: Times = ordinaryTimes) => ({
  ...times,
  isAbsent: false,
  payment: '',
  extraNotes: '',
});

interface PeopleProps {
  readonly title: string;
  readonly people: readonly Attendant[];
  readonly none: string;
  /** Of their logs, to which the names lead. */
  readonly day?: DayText;
  /** Beside each name. */
  readonly children: (person: Attendant) => ReactNode;
}

function People({ title, people, none, day, children }: PeopleProps) {
  const { number } = useFormat();
  const noteOf = useChangeNotes();
  useAnnouncedNotes(
    people.flatMap(({ workerName: name, logs }) => logs.map(({ _id: record }) => ({ record, name }))),
  );
  return (
    <section>
      <Title order={3} size="h5" mb="xs">
        {title}{' '}
        <Text span c="dimmed" aria-live="polite">
          {number(people.length)}
        </Text>
      </Title>
      {people.length === 0 ? (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      ) : (
        <ul className="people">
          {people.map((person) => (
            <li key={person.worker} {...markOf(person.logs.map(({ _id }) => noteOf(_id)).find(Boolean))}>
              <span className="name">
                {day ? (
                  <Anchor
                    component={Link}
                    to="/logs"
                    search={{ from: day, to: day, worker: person.worker } as never}
                    inherit
                  >
                    <Name>{person.workerName}</Name>
                  </Anchor>
                ) : (
                  <Name>{person.workerName}</Name>
                )}
              </span>
              {children(person)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Shifts({ person }: { readonly person: Attendant }) {
  const { clock } = useFormat();
  return (
    <span className="shifts">
      {person.logs
        .filter(({ isAbsent }) => !isAbsent)
        .map((log) => (
          <span key={log._id} dir="ltr">
            {log.startingTime && <Code>{clock(log.startingTime)}</Code>}–<FinishTime log={log} />
          </span>
        ))}
    </span>
  );
}

interface EntryProps {
  readonly person: Attendant;
  readonly today: DayText;
  readonly times: Times | undefined;
}

function Entry({ person, today, times = ordinaryTimes }: EntryProps) {
  const { t: logs } = useTranslation('logs');
  const { clock } = useFormat();
  const { save } = useLogChanges();
  const breakTextOf = useBreakText();
  const { worker, workerName } = person;
  const record = (isAbsent: boolean) => (event: MouseEvent<HTMLElement>) => {
    focusNeighbour(event.currentTarget);
    const noTimes = { startingTime: '', finishingTime: '', breakMinutes: '' };
    const values = isAbsent ? { ...presentAt(noTimes), isAbsent } : presentAt(times);
    const place = { date: today, worker, workerName };
    void save({ kind: 'create', place, values, isShift: false });
  };
  const rest = breakTextOf({ ...times, isAbsent: false });
  const span = `${clock(times.startingTime)}–${clock(times.finishingTime)}${rest ? `, ${rest}` : ''}`;
  return (
    <Group gap={4} wrap="nowrap">
      <Button
        size="compact-sm"
        variant="light"
        data-entry="present"
        leftSection={<IconCheck size={14} aria-hidden />}
        aria-label={`${logs('present')}: ${workerName}, ${span}`}
        title={span}
        onClick={record(false)}
      >
        {logs('present')}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        data-entry="absent"
        leftSection={<IconUserOff size={14} aria-hidden />}
        aria-label={`${logs('absent')}: ${workerName}`}
        onClick={record(true)}
      >
        {logs('absent')}
      </Button>
    </Group>
  );
}

/** The row goes away: the focus passes to the same button of the next one, or of the one before. */
function focusNeighbour(button: HTMLElement) {
  const row = button.closest('li');
  const next = row?.nextElementSibling ?? row?.previousElementSibling;
  next?.querySelector<HTMLElement>(`[data-entry="${button.dataset.entry}"]`)?.focus();
}
