import type { ClosingKind } from '@daybook/domain';
import { Alert, Anchor, Text } from '@mantine/core';
import { IconLockOpen } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useClosings } from '../../data/closed.tsx';
import { addDays } from '../../lib/dates.ts';
import { useFormat } from '../../lib/format.ts';
import { type Reopened, reopenedIn } from './closings.ts';

/** Kinds of records within a sentence: logs, bills and cheques. */
export function useKindWords() {
  const { t } = useTranslation('closing');
  const { and } = useFormat();
  return (kinds: readonly ClosingKind[]): string => and(...kinds.map((kind) => t(`kinds.${kind}`)));
}

/** Above every page, as long as something that was closed is open again: what, since when, by whom and why. */
export function ReopenedNotice() {
  const closings = useClosings();
  const { t } = useTranslation('closing');
  const reopened = closings ? reopenedIn(closings) : [];
  if (reopened.length === 0) return null;
  return (
    <Alert
      color="ink"
      role="note"
      py="xs"
      mb="md"
      className="no-print"
      icon={<IconLockOpen size={18} aria-hidden />}
      aria-label={t('notice.title')}
    >
      {reopened.map((one) => (
        <Line key={`${one.act._id} ${one.kinds[0]}`} reopened={one} />
      ))}
      <Anchor component={Link} to={'/closing' as string} size="sm">
        {t('notice.link')}
      </Anchor>
    </Alert>
  );
}

function Line({ reopened: { kinds, closed, through, act } }: { readonly reopened: Reopened }) {
  const { t } = useTranslation('closing');
  const { t: journal } = useTranslation('journal');
  const { day, instant } = useFormat();
  const wordsOf = useKindWords();
  const what = { kinds: wordsOf(kinds), to: day(through) };
  return (
    <Text size="sm" className="anywhere">
      <strong>
        {closed === null
          ? t('notice.upTo', what)
          : t('notice.range', { ...what, from: day(addDays(closed, 1)) })}
      </strong>{' '}
      {t('notice.by', {
        name: act.actorName || journal('operator'),
        at: instant(act.createdAt),
        reason: act.reason,
      })}
    </Text>
  );
}
