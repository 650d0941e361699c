import { Alert, Anchor, List } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { Name } from '../../ui/Values.tsx';
import { resemblance, stemOf } from './similar.ts';

const several = 200;
const shown = 3;

interface Props {
  readonly name: string;
  /** Takes one of these in place of a new one. */
  readonly onUse?: ((payee: { readonly _id: string; readonly name: string }) => void) | undefined;
}

/** Says while a name is typed that such a payee may be there already. */
export function SimilarPayees({ name, onUse }: Props) {
  const { t } = useTranslation('payees');
  const [settled] = useDebouncedValue(name.trim(), 300);
  const stem = stemOf(settled);
  const { data } = useQuery({
    ...api.payees.list.queryOptions({ search: stem, limit: several }),
    enabled: stem.length >= 2,
  });
  const alike = (data?.items ?? [])
    .map((payee) => ({ payee, how: resemblance(settled, payee.name) }))
    .filter(({ how }) => how !== undefined)
    .sort((one, other) => Number(other.how === 'same') - Number(one.how === 'same'))
    .slice(0, shown);
  if (alike.length === 0) return null;
  const hasSame = alike[0]?.how === 'same';
  return (
    <Alert
      variant="default"
      role="status"
      icon={<IconUsersGroup aria-hidden />}
      title={t(hasSame ? 'sameName' : 'similarNames')}
    >
      <List size="sm">
        {alike.map(({ payee }) => (
          <List.Item key={payee._id}>
            {onUse ? (
              <Anchor component="button" type="button" size="sm" onClick={() => onUse(payee)}>
                {t('useInstead', { name: payee.name })}
              </Anchor>
            ) : (
              <Name>{payee.name}</Name>
            )}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
