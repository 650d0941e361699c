import type { Outputs } from '@daybook/client';
import { Anchor, SimpleGrid } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Missing } from '../../../entities/forecast/Outlook.tsx';
import { Name } from '../../../ui/Values.tsx';
import { Card } from '../Card.tsx';

/** The bank accounts in which money will be missing, each with its first day below zero. */
export function ShortfallCards({ shortfalls }: { readonly shortfalls: Outputs['home']['shortfalls'] }) {
  const { t } = useTranslation('forecast');
  if (shortfalls.length === 0) return null;
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      {shortfalls.map(({ account, accountName, ...missing }) => (
        <Card
          key={account}
          title={<Name>{accountName}</Name>}
          aside={
            <Anchor component={Link} to="/forecast" search={{ account } as never} size="sm">
              {t('title')}
            </Anchor>
          }
        >
          <Missing {...missing} />
        </Card>
      ))}
    </SimpleGrid>
  );
}
