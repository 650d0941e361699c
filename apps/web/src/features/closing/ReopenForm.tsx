import { toDay } from '@daybook/domain';
import { Button, Checkbox, Radio, Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconLockOpen } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../api.ts';
import { useRecordForm } from '../../data/form.ts';
import type { Closings } from '../../entities/closings/closings.ts';
import { useKindWords } from '../../entities/closings/ReopenedNotice.tsx';
import { lastMonthsEnd } from '../../lib/dates.ts';
import { useFormat } from '../../lib/format.ts';
import { DayInput } from '../../ui/DayInput.tsx';
import { PageSection } from '../../ui/PageHeader.tsx';
import { RecordDrawer } from '../../ui/RecordDrawer.tsx';
import {
  keptClosedThrough,
  kindsOpenedBy,
  latestClosed,
  type ReopenValues,
  reopenable,
  reopenSchema,
  useKindTitles,
} from './closing.ts';

interface Props {
  readonly current: Closings['current'];
  readonly onClose: () => void;
}

/** What is opened again, after which day, and why. */
function ReopenForm({ current, onClose }: Props) {
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
