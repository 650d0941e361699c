import { Text } from '@mantine/core';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Closings } from '../../entities/closings/closings.ts';
import { useFormat } from '../../lib/format.ts';
import { Part } from '../../ui/Part.tsx';
import { latestClosed } from './logic/kinds.ts';
import { useKindTitles } from './useKindTitles.ts';

/** Up to which day each kind is closed. */
export function Now({ current }: Pick<Closings, 'current'>) {
  const { t } = useTranslation('closing');
  const { day } = useFormat();
  const titles = useKindTitles();
  if (latestClosed(current) === undefined)
    return (
      <Part title={t('now.title')}>
        <Text>{t('now.none')}</Text>
      </Part>
    );
  return (
    <Part title={t('now.title')}>
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
    </Part>
  );
}
