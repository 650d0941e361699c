import { type ClosingKind, closingKinds } from '@daybook/domain';
import { Alert, Anchor, Group } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../api.ts';
import type { DayText } from '../lib/dates.ts';
import { useFormat } from '../lib/format.ts';
import type { RowAction } from '../ui/rows.tsx';
import { closingDay } from './history/entry.ts';
import { useMay } from './me.ts';

/** How long closed periods count as known: they change a few times a year, and whoever changes them sees it at once. */
export const closingsPollMs = 5 * 60_000;

/** What is closed and how it came to be; undefined for who may not know, and until it is known. */
export function useClosings() {
  const isEnabled = useMay()('closings.get');
  const { data } = useQuery({
    ...api.closings.get.queryOptions(),
    enabled: isEnabled,
    staleTime: closingsPollMs,
  });
  return isEnabled ? data : undefined;
}

/** Of a record: the day up to which its kind is closed, if its own day is among those. */
export function useClosed() {
  const current = useClosings()?.current;
  return (resource: string, row: object | undefined): DayText | undefined => {
    const kind = closingKinds.find((one) => one === resource);
    const through = kind && current?.[kind];
    if (!through || !row) return undefined;
    const day = (row as Readonly<Record<string, unknown>>)[closingDay(kind)];
    return typeof day === 'string' && day <= through ? through : undefined;
  };
}

/** What a closing lets people change, besides the notes, which it always does. */
const openFields: Readonly<Record<string, readonly string[]>> = {
  bills: ['dueDate', 'paidOn', 'account', 'cheque'],
};

/** Whether a field can be changed in a closed period. */
export const staysOpen = (resource: string, field: string): boolean =>
  field === 'extraNotes' || (openFields[resource]?.includes(field) ?? false);

/** In the place of a record's pencil and bin, where it is closed: a lock that opens what can still be read. */
export function useLock() {
  const { t } = useTranslation('closing');
  const { day } = useFormat();
  const closed = useClosed();
  return (resource: string, row: object, open: () => void): RowAction | undefined => {
    const through = closed(resource, row);
    if (!through) return undefined;
    return {
      text: t('locked.short', { day: day(through) }),
      icon: IconLock,
      run: open,
      isButton: true,
      isSign: true,
    };
  };
}

/** In the place of what a closing keeps from being done. */
export function ClosedMark({ through }: { readonly through: DayText }) {
  const { t } = useTranslation('closing');
  const { day } = useFormat();
  return (
    <Group component="span" gap={4} wrap="nowrap" fz="xs" c="dimmed">
      <IconLock size={14} aria-hidden /> {t('locked.short', { day: day(through) })}
    </Group>
  );
}

interface Props {
  /** Rates are held by the work logs, whose earnings they are. */
  readonly kind: ClosingKind | 'rates';
  readonly through: DayText;
  /** Whether there are notes, which can still be changed. */
  readonly hasNotes?: boolean;
}

/** Up to which day records are closed, with the way to where that is changed. */
export function ClosedNotice({ kind, through, hasNotes = false }: Props) {
  const { t } = useTranslation('closing');
  const { day } = useFormat();
  return (
    <Alert
      color="gray"
      role="note"
      py="xs"
      mb="sm"
      className="no-print"
      icon={<IconLock size={16} aria-hidden />}
    >
      {t(`locked.${kind}`, { day: day(through) })} {hasNotes && t('locked.notes')}{' '}
      <Anchor component={Link} to={'/closing' as string} inherit underline="always">
        {t('title')}
      </Anchor>
    </Alert>
  );
}
