import { Button, Text } from '@mantine/core';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useMe } from '../../data/me.ts';
import type { Closing, Closings } from '../../entities/closings/closings.ts';
import { useKindWords } from '../../entities/closings/ReopenedNotice.tsx';
import { useFormat } from '../../lib/format.ts';
import { Name } from '../../ui/List.tsx';
import { PageHeader, PageSection } from '../../ui/PageHeader.tsx';
import { ErrorState, Loading } from '../../ui/states.tsx';
import { CloseForm } from './CloseForm.tsx';
import { latestClosed, useKindTitles } from './closing.ts';
import { Reopen } from './ReopenForm.tsx';
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
