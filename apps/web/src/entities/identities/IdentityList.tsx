import type { Outputs } from '@daybook/client';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../data/change.tsx';
import { useFormat } from '../../lib/format.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { LastUsed } from '../../ui/LastUsed.tsx';

type Identity = Outputs['auth']['identities']['identities'][number];

interface Props {
  readonly links: readonly Identity[];
  readonly endText: string;
  readonly end: (identityID: string) => Promise<unknown>;
}

/** Links to accounts at a provider, each with a button that ends it. */
export function IdentityList({ links, endText, end }: Props) {
  const { t } = useTranslation('identities');
  const { instant } = useFormat();
  const change = useChange('identities');
  const confirm = useConfirm();
  if (links.length === 0) return null;
  const ask = (identityID: string) =>
    confirm({
      title: t('endTitle'),
      text: endText,
      confirm: t('end'),
      onConfirm: () => void change({ done: t('ended'), run: () => end(identityID) }),
    });
  return (
    <Stack gap="md" component="ul" m={0} p={0} className="plain-list">
      {links.map(({ _id, issuer, subject, createdAt, lastUsedAt }) => (
        <Group key={_id} component="li" wrap="nowrap" align="flex-start">
          <Stack gap={0} flex={1} miw={0}>
            <Text size="sm" fw={600} truncate>
              <bdi>{new URL(issuer).host}</bdi>
            </Text>
            <Text size="sm" c="dimmed" className="anywhere">
              {t('fields.subject')} <bdi>{subject}</bdi>
            </Text>
            <Text size="sm" c="dimmed">
              {t('madeAt')} <bdi>{instant(createdAt)}</bdi>
            </Text>
            <LastUsed at={lastUsedAt} />
          </Stack>
          <Button size="compact-sm" variant="default" onClick={() => ask(_id)}>
            {t('end')}
          </Button>
        </Group>
      ))}
    </Stack>
  );
}
