import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../lib/format.ts';

interface Props {
  readonly at: string | null;
  /** The network address. */
  readonly from?: string | null;
  /** What is said before the time, and where there is none. */
  readonly last?: string;
  readonly never?: string;
}

/** When, and from where, something that lets in was last used. */
export function LastUsed({ at, from, last, never }: Props) {
  const { t } = useTranslation('tokens');
  const { instant } = useFormat();
  return (
    <Text size="sm" c="dimmed">
      {at === null ? (
        (never ?? t('neverUsed'))
      ) : (
        <>
          {last ?? t('lastUsed')} <bdi>{instant(at)}</bdi>
          {from && (
            <>
              {' · '}
              <span className="ltr">{from}</span>
            </>
          )}
        </>
      )}
    </Text>
  );
}
