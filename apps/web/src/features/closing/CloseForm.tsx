import { type Inputs, isApiError, once } from '@daybook/client';
import { type ClosingKind, closingKinds } from '@daybook/domain';
import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useDidUpdate } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../api.ts';
import { useChange } from '../../data/change.tsx';
import { useMe } from '../../data/me.ts';
import type { Closings } from '../../entities/closings/closings.ts';
import { useKindWords } from '../../entities/closings/ReopenedNotice.tsx';
import { type DayText, lastMonthsEnd } from '../../lib/dates.ts';
import { LocalizedError } from '../../lib/errors.ts';
import { useFormat, useToday } from '../../lib/format.ts';
import { issuesIn } from '../../lib/issues.ts';
import { useFilters } from '../../lib/search.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { DayFilter } from '../../ui/DayInput.tsx';
import { PageSection } from '../../ui/PageHeader.tsx';
import { ClosingSearch } from '../search.ts';
import { closable, firstCheckedDay, kindsIn, kindsText, useKindTitles } from './closing.ts';
import { Findings, useFindings } from './Findings.tsx';

/** What is closed up to a later day since would be opened, which nobody meant. */
const isReopening = (error: unknown) =>
  isApiError(error) &&
  (error.data.code === 'FORBIDDEN' || issuesIn(error).some(({ code }) => code === 'reason_required'));

type Body = Inputs['closings']['create'];

/** Closes, and says so. */
function useClose() {
  const { t } = useTranslation('closing');
  const { day } = useFormat();
  const wordsOf = useKindWords();
  const change = useChange('closings');
  const [busy, setBusy] = useState(false);
  const close = async (body: Body) => {
    setBusy(true);
    await change({
      run: () =>
        client.closings.create.mutate(body, once()).catch((error: unknown) => {
          throw isReopening(error) ? new LocalizedError(t('close.overtaken')) : error;
        }),
      done: t('acts.closed', { day: day(body.through ?? ''), kinds: wordsOf(body.kinds) }),
    });
    setBusy(false);
  };
  return { close, busy };
}

type Current = Closings['current'];

/** What is closed up to which day; what is odd about it is looked at first. */
export function CloseForm({ current }: { readonly current: Current }) {
  const { t } = useTranslation('closing');
  const { t: issues } = useTranslation('issues');
  const today = useToday();
  const [search, setSearch] = useFilters(ClosingSearch);
  const through = search.through ?? lastMonthsEnd(today);
  const open = closable(current, through);
  const ticked = kindsIn(search.kinds);
  const chosen = open.filter((kind) => ticked.includes(kind));
  const isFuture = through > today;
  const isAdministrator = useMe().accessLevel === 'Administrator';
  // What is closed to that day already stays ticked for another day.
  const tick = (kinds: readonly string[]) =>
    setSearch({
      kinds: kindsText(
        closingKinds.filter((kind) => (open.includes(kind) ? kinds : ticked).some((one) => one === kind)),
      ),
    });
  const note = useRef<HTMLParagraphElement>(null);
  // The button that had the focus is gone once it has closed everything.
  useDidUpdate(() => {
    if (document.activeElement === document.body) note.current?.focus({ preventScroll: true });
  }, [...Object.values(current)]);
  return (
    <PageSection title={t('close.title')}>
      <Text mb="sm">
        {t('close.text')} {!isAdministrator && t('close.byAdministrator')}
      </Text>
      <Group align="flex-start" gap="lg" mb="md">
        <DayFilter
          label={t('close.through')}
          clearable={false}
          value={through}
          onChange={(day) => setSearch({ through: day })}
          error={isFuture ? issues('in_future') : undefined}
          maw={190}
        />
        <Kinds current={current} open={open} chosen={chosen} onChange={tick} />
      </Group>
      {chosen.length === 0 && (
        <Text ref={note} tabIndex={-1} c="dimmed">
          {open.length === 0 ? t('close.allClosed') : t('close.noKinds')}
        </Text>
      )}
      {chosen.length > 0 && !isFuture && (
        <Looked
          key={`${through} ${chosen}`}
          through={through}
          kinds={chosen}
          closed={current.logs}
          isWhole={search.look === 'all'}
          onWhole={(isWhole) => setSearch({ look: isWhole ? 'all' : undefined })}
        />
      )}
    </PageSection>
  );
}

interface KindsProps {
  readonly current: Current;
  readonly open: readonly ClosingKind[];
  readonly chosen: readonly ClosingKind[];
  readonly onChange: (kinds: string[]) => void;
}

/** The kinds to tick; one that is closed up to that day already is not to be ticked, and says why. */
function Kinds({ current, open, chosen, onChange }: KindsProps) {
  const { t } = useTranslation('closing');
  const { day } = useFormat();
  return (
    <Checkbox.Group label={t('close.kinds')} value={[...chosen]} onChange={onChange}>
      <div className="closing-kinds">
        {useKindTitles().map(({ kind, title }) => (
          <Checkbox
            key={kind}
            value={kind}
            label={title}
            disabled={!open.includes(kind)}
            description={
              open.includes(kind) ? undefined : t('close.already', { day: day(current[kind] ?? '') })
            }
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}

interface LookedProps {
  readonly through: DayText;
  readonly kinds: readonly ClosingKind[];
  /** The last day up to which the logs are closed. */
  readonly closed: DayText | null;
  readonly isWhole: boolean;
  readonly onWhole: (isWhole: boolean) => void;
}

/** What is odd, and the button, which asks once more where anything is. */
function Looked({ through, kinds, closed, isWhole, onWhole }: LookedProps) {
  const { t } = useTranslation('closing');
  const { day } = useFormat();
  const wordsOf = useKindWords();
  const confirm = useConfirm();
  const { close, busy } = useClose();
  const from = firstCheckedDay(closed, through, isWhole);
  const found = useFindings({ from, through, kinds });
  const run = () => void close({ through, kinds: [...kinds] });
  const ask = () =>
    confirm({
      title: t('close.confirm.title'),
      text: found.error ? t('close.confirm.unlooked') : t('close.confirm.text', { count: found.count }),
      confirm: t('close.confirm.run'),
      isHarmless: true,
      onConfirm: run,
    });
  return (
    <>
      <Findings
        found={found}
        from={from}
        through={through}
        isWhole={isWhole}
        onWhole={closed === null && kinds.includes('logs') ? onWhole : undefined}
      />
      <Button
        component={BusyButton}
        mt="md"
        className="closing-button"
        loading={busy}
        disabled={found.isPending}
        onClick={found.error || found.count > 0 ? ask : run}
      >
        {kinds.length === closingKinds.length
          ? t('close.runAll', { day: day(through) })
          : t('close.run', { kinds: wordsOf(kinds), day: day(through) })}
      </Button>
    </>
  );
}
