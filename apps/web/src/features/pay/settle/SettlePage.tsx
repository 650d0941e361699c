import { Anchor, Button, Checkbox, Group, Progress, Text } from '@mantine/core';
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBalances, useMayPay } from '../../../entities/pay/hooks.tsx';
import { type Balance, payableOf } from '../../../entities/pay/pay.ts';
import { sum } from '../../../lib/amounts.ts';
import { useBusiness } from '../../../lib/business.ts';
import { type DayText, lastMonthsEnd } from '../../../lib/dates.ts';
import { useFormat, useToday } from '../../../lib/format.ts';
import { useFilters } from '../../../lib/search.ts';
import { isolated } from '../../../lib/text.ts';
import { DayInput } from '../../../ui/DayInput.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { ErrorState, Loading } from '../../../ui/states.tsx';
import { SettleSearch } from '../../search.ts';
import { payoutSchema, payoutToSend } from './payout.ts';
import { SettleLine } from './SettleLine.tsx';
import { type DraftOf, useDrafts, useSettling } from './settling.ts';
import '../pay.css';
import '../../../data/lists.css';

/** Settlements up to a day, with one worker or with all: each is looked at before it is issued. */
export function SettlePage() {
  const { t } = useTranslation('pay');
  const { t: issues } = useTranslation('issues');
  const today = useToday();
  const [{ to = lastMonthsEnd(today), worker: only }, setFilters] = useFilters(SettleSearch);
  const [payoutDate, setPayoutDate] = useState<string | undefined>(today);
  const mayPay = useMayPay();
  const { data, error, refetch } = useBalances();
  const workers = data?.filter(({ worker }) => mayPay(worker) && (only === undefined || worker === only));
  const isFuture = to > today;
  return (
    <>
      <Anchor component={Link} to="/pay" activeOptions={{ exact: true }} size="sm" className="no-print back">
        <IconArrowLeft size={16} className="mirrored" aria-hidden /> {t('title')}
      </Anchor>
      <PageHeader title={t('settling.title')} />
      <Text mb="sm">{t('settling.text')}</Text>
      <Group align="flex-start" mb="md" gap="sm">
        <DayInput
          label={t('settling.to')}
          clearable={false}
          value={to}
          onChange={(day) => setFilters({ to: day })}
          error={isFuture ? issues('in_future') : undefined}
          flex="1 1 9rem"
          maw={170}
        />
        <DayInput
          label={t('settling.payoutDate')}
          clearable={false}
          value={payoutDate}
          onChange={setPayoutDate}
          flex="1 1 9rem"
          maw={170}
        />
        {only !== undefined && (
          <Anchor
            component="button"
            type="button"
            size="sm"
            className="settle-all"
            onClick={() => setFilters({ worker: undefined })}
          >
            {t('settling.everybody')}
          </Anchor>
        )}
      </Group>
      {error && <ErrorState error={error} reset={() => void refetch()} />}
      {!workers && !error && <Loading />}
      {workers && !isFuture && (
        <SettleLines
          key={`${to} ${only ?? ''}`}
          workers={workers}
          to={to}
          payoutDate={payoutDate}
          isTicked={only !== undefined}
        />
      )}
    </>
  );
}

interface LinesProps {
  readonly workers: readonly Balance[];
  /** Last day of the settlements. */
  readonly to: DayText;
  /** Of their payouts; undefined: the last day. */
  readonly payoutDate: DayText | undefined;
  /** Whether the workers are ticked at first. */
  readonly isTicked: boolean;
}

/** A line for each worker with something to settle; those that are ticked are issued one after the other. */
function SettleLines({ workers, to, payoutDate, isTicked }: LinesProps) {
  const { t } = useTranslation('pay');
  const { list } = useFormat();
  const digits = useBusiness().currency?.digits;
  const { run, outcomes, progress } = useSettling();
  const isDone = (worker: string) => outcomes[worker]?.is === 'done';
  const { lines, empty, already } = useDrafts(workers, to, outcomes);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(
    new Set(isTicked ? workers.map(({ worker }) => worker) : []),
  );
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const payoutOf = ({ worker, draft }: DraftOf) => typed[worker] ?? payableOf(draft?.balance ?? '0', digits);
  const settled = workers.flatMap(({ worker }) => {
    const outcome = outcomes[worker];
    return outcome?.is === 'done' ? [outcome.settlement._id] : [];
  });
  const isFaulty = (payout: string) => payout !== '' && !payoutSchema(digits).safeParse(payout).success;
  const open = lines.filter(({ worker, draft }) => draft && !isDone(worker));
  const chosen = open.filter(({ worker }) => ticked.has(worker));
  const tick = (worker: string, isChosen: boolean) =>
    setTicked((old) => new Set(isChosen ? [...old, worker] : [...old].filter((one) => one !== worker)));
  const issue = () =>
    void run(
      chosen.map((line) => {
        const payout = payoutToSend(payoutOf(line));
        return { worker: line.worker, to, ...(payout && { payout, ...(payoutDate && { payoutDate }) }) };
      }),
    );
  return (
    <>
      {open.length > 1 && (
        <Checkbox
          mb="sm"
          label={t('settling.all')}
          checked={chosen.length === open.length}
          indeterminate={chosen.length > 0 && chosen.length < open.length}
          disabled={progress !== undefined}
          onChange={({ currentTarget: { checked } }) =>
            setTicked(new Set(checked ? open.map(({ worker }) => worker) : []))
          }
        />
      )}
      {lines.length === 0 && (
        <Text c="dimmed" p="xl" ta="center" className="panel">
          {t('settling.nothing')}
        </Text>
      )}
      {lines.length > 0 && (
        <ul className="settle-lines" aria-label={t('settling.list')}>
          {lines.map((line) => (
            <SettleLine
              key={line.worker}
              line={line}
              outcome={outcomes[line.worker]}
              isTicked={ticked.has(line.worker)}
              onTick={(isChosen) => tick(line.worker, isChosen)}
              payout={payoutOf(line)}
              onPayout={(payout) => setTyped((old) => ({ ...old, [line.worker]: payout }))}
              isBusy={progress !== undefined}
            />
          ))}
        </ul>
      )}
      <Names>{empty.length > 0 && t('settling.empty', { names: list(...empty.map(isolated)) })}</Names>
      <Names>{already.length > 0 && t('settling.already', { names: list(...already.map(isolated)) })}</Names>
      {settled.length > 1 && chosen.length === 0 && !progress && (
        <Group className="bulk-bar no-print" justify="flex-end">
          <Button
            component={Link}
            to={'/print/settlement' as string}
            search={{ settlement: settled.join() } as never}
            leftSection={<IconPrinter size={16} aria-hidden />}
          >
            {t('settling.printAll')}
          </Button>
        </Group>
      )}
      {(chosen.length > 0 || progress) && (
        <IssueBar
          count={chosen.length}
          payouts={chosen.map((line) => payoutToSend(payoutOf(line)) ?? '0')}
          isFaulty={chosen.some((line) => isFaulty(payoutOf(line)))}
          progress={progress}
          onIssue={issue}
        />
      )}
    </>
  );
}

const Names = ({ children }: { readonly children: ReactNode }) =>
  children && (
    <Text size="sm" c="dimmed" mt="xs">
      {children}
    </Text>
  );

interface BarProps {
  readonly count: number;
  readonly payouts: readonly string[];
  /** Whether a payout cannot be read. */
  readonly isFaulty: boolean;
  readonly progress: ReturnType<typeof useSettling>['progress'];
  readonly onIssue: () => void;
}

/** How many are ticked and what is paid out in all, with what issues them; while they are issued, how far that is. */
function IssueBar({ count, payouts, isFaulty, progress, onIssue }: BarProps) {
  const { t } = useTranslation('pay');
  const { money } = useFormat();
  return (
    <Group className="bulk-bar no-print" component="section" aria-label={t('settling.ticked')} gap="xs">
      {progress ? (
        <>
          <Text size="sm" role="status">
            {t('settling.progress', { done: progress.done, count: progress.count })}
          </Text>
          <Progress
            flex={1}
            miw={120}
            value={(100 * progress.done) / progress.count}
            aria-label={t('settling.progress', { done: progress.done, count: progress.count })}
          />
        </>
      ) : (
        <>
          <Text size="sm" role="status" flex={1} miw="max-content">
            {t('settling.payouts', { amount: money(sum(payouts)) })}
          </Text>
          <Button size="compact-md" disabled={isFaulty} onClick={onIssue}>
            {t('settling.run', { count })}
          </Button>
        </>
      )}
    </Group>
  );
}
