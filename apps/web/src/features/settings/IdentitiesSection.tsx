import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, client } from '../../api.ts';
import { useChange } from '../../data/change.tsx';
import { IdentityList } from '../../entities/identities/IdentityList.tsx';
import { goToProvider } from '../../lib/sso.ts';
import { ErrorState } from '../../ui/states.tsx';
import { Section } from './Section.tsx';

/** The person's own link to the provider of single sign-on; nothing where there is no provider. */
export function IdentitiesSection() {
  const { t } = useTranslation('identities');
  const { data: methods } = useQuery(api.auth.methods.queryOptions());
  const { data, error, refetch } = useQuery(api.auth.identities.queryOptions());
  const change = useChange('identities');
  const links = data?.identities ?? [];
  const name = methods?.sso?.name;
  if (name === undefined && links.length === 0) return null;

  const begin = () =>
    void change({ run: async () => goToProvider((await client.auth.beginLink.mutate()).url) });
  return (
    <Section title={t('title')}>
      {name !== undefined && links.length === 0 && (
        <Text size="sm" c="dimmed" mb="sm">
          {t('hint', { name })}
        </Text>
      )}
      {error && <ErrorState error={error} reset={() => void refetch()} />}
      <IdentityList
        links={links}
        endText={t('endText')}
        end={(identityID) => client.auth.removeIdentity.mutate({ identityID })}
      />
      {data && name !== undefined && links.length === 0 && (
        <Button variant="default" onClick={begin}>
          {t('make', { name })}
        </Button>
      )}
    </Section>
  );
}
