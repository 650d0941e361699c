import { toDay } from '@daybook/domain';
import { Button, Checkbox, Radio, Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, client } from '../../api.ts';
import { useRecordForm } from '../../data/form.ts';
import { useMe } from '../../data/me.ts';
import type { Closing, Closings } from '../../entities/closings/closings.ts';
import { useKindWords } from '../../entities/closings/ReopenedNotice.tsx';
import { lastMonthsEnd } from '../../lib/dates.ts';
import { useFormat } from '../../lib/format.ts';
import { DayInput } from '../../ui/DayInput.tsx';
import { PageHeader, PageSection } from '../../ui/PageHeader.tsx';
import { RecordDrawer } from '../../ui/RecordDrawer.tsx';
import { ErrorState, Loading } from '../../ui/states.tsx';
import { Name } from '../../ui/values.tsx';
import { CloseForm } from './CloseForm.tsx';
import {
  keptClosedThrough,
  kindsOpenedBy,
  latestClosed,
  type ReopenValues,
  reopenable,
  reopenSchema,
  useKindTitles,
} from './closing.ts';
import './closing.css';

const MAX_ACTS = 12;

/** Who closed or opened what, when and why, newest first. */
export function ClosingHistory({ history }: { readonly history: readonly Closing[] }) {
  const { t } = useTranslation('closing');
  const [isWhole, setWhole] = useState(false);
  return (
    <PageSection title={t('acts.title')}>
      <ol className="closing-acts panel">
        {(isWhole ? history : history.slice(0, MAX_ACTS)).map((act) => (
          <Act key={act._id} act={act} />
        ))}
      </ol>
      {history.length > MAX_ACTS && !isWhole && (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => setWhole(true)}>
          {t('acts.all', { count: history.length })}
        </Button>
      )}
    </PageSection>
  );
}

function Act({ act }: { readonly act: Closing }) {
  const { t } = useTranslation('closing');
  const { t: journal } = useTranslation('journal');
  const { day, instant } = useFormat();
  const wordsOf = useKindWords();
  const { through, reopened, reason, actorName, createdAt } = act;
  const kinds = wordsOf(act.kinds);
  const Icon = reopened ? IconLockOpen : IconLock;
  return (
    <li>
      <Icon size={18} aria-hidden />
      <div className="closing-text">
        {through === null
          ? t('acts.openedAll', { kinds })
          : t(reopened ? 'acts.opened' : 'acts.closed', { kinds, day: day(through) })}
        <Text size="sm" c="dimmed">
          <Name>{actorName || journal('operator')}</Name> · {instant(createdAt)}
        </Text>
        {reason && (
          <Text size="sm">
            <Name>{reason}</Name>
          </Text>
        )}
      </div>
    </li>
  );
}

/** Up to which day each kind is closed. */
export function CurrentClosings({ current }: Pick<Closings, 'current'>) {
  const { t } = useTranslation('closing');
  const { day } = useFormat();
  const titles = useKindTitles();
  if (latestClosed(current) === undefined)
    return (
      <PageSection title={t('now.title')}>
        <Text>{t('now.none')}</Text>
      </PageSection>
    );
  return (
    <PageSection title={t('now.title')}>
      <dl className="closing-now">
        {titles.map(({ kind, title }) => {
          const through = current[kind];
          const Icon = through === null ? IconLockOpen : IconLock;
          return (
            <div key={kind} className="panel">
              <dt>{title}</dt>
              <dd>
                <Icon size={16} aria-hidden />{' '}
                {through === null ? t('now.open') : t('now.upTo', { day: day(through) })}
              </dd>
            </div>
          );
        })}
      </dl>
    </PageSection>
  );
}

/** Up to which day nothing changes any more: what is so now, how to close more or open it again, and how it came to be. */
export function ClosingPage() {
  const { t } = useTranslation('closing');
  const { data, error, refetch } = useQuery(api.closings.get.queryOptions());
  return (
    <>
      <PageHeader title={t('title')} />
      {error && <ErrorState error={error} reset={() => void refetch()} />}
      {data ? <Whole closings={data} /> : !error && <Loading />}
    </>
  );
}

function Whole({ closings: { current, history } }: { readonly closings: Closings }) {
  const isAdministrator = useMe().accessLevel === 'Administrator';
  return (
    <div className="closing">
      <CurrentClosings current={current} />
      <CloseForm current={current} />
      {isAdministrator && latestClosed(current) !== undefined && <Reopen current={current} />}
      {history.length > 0 && <ClosingHistory history={history} />}
    </div>
  );
}

interface ReopenProps {
  readonly current: Closings['current'];
  readonly onClose: () => void;
}

/** What is opened again, after which day, and why. */
function ReopenForm({ current, onClose }: ReopenProps) {
  const { t } = useTranslation('closing');
  const { day } = useFormat();
  const wordsOf = useKindWords();
  const closed = reopenable(current, null);
  const titles = useKindTitles().filter(({ kind }) => closed.includes(kind));
  const record = useRecordForm<ReopenValues>({
    resource: 'closings',
    schema: reopenSchema(current),
    initial: {
      kinds: [...closed],
      keeps: 'day',
      through: lastMonthsEnd(latestClosed(current) ?? ''),
      reason: '',
    },
    create: (values, once) =>
      client.closings.create.mutate(
        { through: keptClosedThrough(values), kinds: kindsOpenedBy(current, values), reason: values.reason },
        once,
      ),
    onDone: () => {
      notifications.show({ message: t('reopen.done') });
      onClose();
    },
  });
  const { form } = record;
  const values = form.getValues();
  const opened = kindsOpenedBy(current, values);
  const kept = keptClosedThrough(values);
  const { error: dayError, ...dayProps } = form.getInputProps('through');
  const latest = latestClosed(current, values.kinds);
  const isTooLate = dayError && toDay(values.through) === values.through && latest !== undefined;
  return (
    <RecordDrawer title={t('reopen.title')} record={record} onClose={onClose} submitText={t('reopen.run')}>
      <Checkbox.Group label={t('reopen.kinds')} {...form.getInputProps('kinds')}>
        <Stack gap="xs" mt={4}>
          {titles.map(({ kind, title }) => (
            <Checkbox
              key={kind}
              value={kind}
              label={title}
              description={t('close.already', { day: day(current[kind] ?? '') })}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Radio.Group label={t('reopen.keeps')} {...form.getInputProps('keeps')}>
        <Stack gap="xs" mt={4}>
          <Radio value="day" label={t('reopen.keepsDay')} />
          <Radio value="nothing" label={t('reopen.keepsNothing')} />
        </Stack>
      </Radio.Group>
      {values.keeps === 'day' && (
        <DayInput
          label={t('reopen.through')}
          clearable={false}
          required
          maw={190}
          error={isTooLate ? t('reopen.tooLate', { day: day(latest) }) : dayError}
          {...dayProps}
        />
      )}
      <Textarea label={t('reopen.reason')} required autosize minRows={2} {...form.getInputProps('reason')} />
      {opened.length > 0 && (
        <Text size="sm">
          {kept === null
            ? t('reopen.meansAll', { kinds: wordsOf(opened) })
            : t('reopen.means', { kinds: wordsOf(opened), day: day(kept) })}
        </Text>
      )}
    </RecordDrawer>
  );
}

/** For Administrators: the way to open again what is closed. */
export function Reopen({ current }: Pick<Closings, 'current'>) {
  const { t } = useTranslation('closing');
  const [isOpen, setOpen] = useState(false);
  return (
    <PageSection title={t('reopen.title')}>
      <Text mb="sm">{t('reopen.text')}</Text>
      <Button
        variant="default"
        leftSection={<IconLockOpen size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('reopen.begin')}
      </Button>
      {isOpen && <ReopenForm current={current} onClose={() => setOpen(false)} />}
    </PageSection>
  );
}
