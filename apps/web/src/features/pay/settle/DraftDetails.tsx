import { Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Corrections } from '../../../entities/pay/Corrections.tsx';
import { PayLines } from '../../../entities/pay/PayLines.tsx';
import type { Draft } from '../logic/settling.ts';

/** What a settlement consists of: what has changed since earlier ones, and the days. */
export function DraftDetails({ draft: { corrections, lines } }: { readonly draft: Draft }) {
  const { t } = useTranslation('pay');
  return (
    <div className="settle-details">
      {corrections.length > 0 && (
        <>
          <Title order={3} size="h5" mb="xs">
            {t('settling.correctionsOf')}
          </Title>
          <Corrections corrections={corrections} />
        </>
      )}
      {lines.length > 0 && (
        <>
          <Title order={3} size="h5" my="xs">
            {t('settling.days')}
          </Title>
          <PayLines lines={lines} />
        </>
      )}
    </div>
  );
}
