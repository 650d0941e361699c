import { Button, Text } from '@mantine/core';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Closing } from '../../entities/closings/closings.ts';
import { useKindWords } from '../../entities/closings/useKindWords.ts';
import { useFormat } from '../../lib/format.ts';
import { Part } from '../../ui/Part.tsx';
import { Name } from '../../ui/Values.tsx';

const most = 12;

/** Who closed or opened what, when and why, newest first. */
export function Acts({ history }: { readonly history: readonly Closing[] }) {
  const { t } = useTranslation('closing');
  const [isWhole, setWhole] = useState(false);
  return (
    <Part title={t('acts.title')}>
      <ol className="closing-acts panel">
        {(isWhole ? history : history.slice(0, most)).map((act) => (
          <Act key={act._id} act={act} />
        ))}
      </ol>
      {history.length > most && !isWhole && (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => setWhole(true)}>
          {t('acts.all', { count: history.length })}
        </Button>
      )}
    </Part>
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
