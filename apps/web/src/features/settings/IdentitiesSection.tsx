import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, client } from '../../api.ts';
import { useChange } from '../../data/change.tsx';
import { useFormat } from '../../lib/format.ts';
import { goToProvider } from '../../lib/sso.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Section } from './Section.tsx';

/** The person's own link to the provider of single sign-on; nothing where there is no provider. */
export function IdentitiesSection() {
  const { t } = useTranslation('identities');
  const { instant } = useFormat();
  const { data: methods } = useQuery(api.auth.methods.queryOptions());
  const { data, error, refetch } = useQuery(api.auth.identities.queryOptions());
  const change = useChange('identities');
  const confirm = useConfirm();
  const links = data?.identities ?? [];
  const name = methods?.sso?.name;
  if (name === undefined && links.length === 0) return null;

  const begin = () =>
    void change({ run: async () => goToProvider((await client.auth.beginLink.mutate()).url) });
  const end = (identityID: string) =>
    confirm({
      title: t('endTitle'),
      text: t('endText'),
      confirm: t('end'),
      onConfirm: () =>
        void change({ done: t('ended'), run: () => client.auth.removeIdentity.mutate({ identityID }) }),
    });
  return (
    <Section title={t('title')}>
      {name !== undefined && links.length === 0 && (
        <Text size="sm" c="dimmed" mb="sm">
          {t('hint', { name })}
        </Text>
      )}
      {error && <ErrorState error={error} reset={() => void refetch()} />}
      <Stack gap="md" component="ul" m={0} p={0} className="plain-list">
        {links.map(({ _id, issuer, createdAt, lastUsedAt }) => (
          <Group key={_id} component="li" wrap="nowrap" align="flex-start">
            <Stack gap={0} flex={1} miw={0}>
              <Text size="sm" fw={600} truncate>
                <bdi>{new URL(issuer).host}</bdi>
              </Text>
              <Text size="sm" c="dimmed">
                {t('madeAt')} <bdi>{instant(createdAt)}</bdi>
              </Text>
              <Text size="sm" c="dimmed">
                {lastUsedAt === null ? (
                  t('neverUsed')
                ) : (
                  <>
                    {t('lastUsed')} <bdi>{instant(lastUsedAt)}</bdi>
                  </>
                )}
              </Text>
            </Stack>
            <Button size="compact-sm" variant="default" onClick={() => end(_id)}>
              {t('end')}
            </Button>
          </Group>
        ))}
      </Stack>
      {data && name !== undefined && links.length === 0 && (
        <Button variant="default" onClick={begin}>
          {t('make', { name })}
        </Button>
      )}
    </Section>
  );
}
