import type { Outputs } from '@daybook/client';
import { resources, type ScopeArea, type TokenScope } from '@daybook/domain';
import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, client } from '../api.ts';
import { useChange } from '../data/change.tsx';
import { useFormat } from '../lib/format.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { LastUsed } from '../ui/LastUsed.tsx';
import { ErrorState } from '../ui/states.tsx';

type Verb = 'read' | 'write';

/** The two parts of a scope: `bills:read` is to read bills. */
export const partsOf = (scope: TokenScope) => scope.split(':') as [ScopeArea, Verb];

/** What scopes are called. */
export function useScopeTexts() {
  const { t } = useTranslation('tokens');
  const { locale } = useFormat();
  const { t: titleOf } = useTranslation(resources);
  /** An area that has no name of its own is one resource. */
  const nameOf = (area: ScopeArea) =>
    t(`areas.${area}` as 'areas.pay', { defaultValue: titleOf(`${area}:title` as 'users:title') });
  const areaOf = (area: ScopeArea, verbs: readonly Verb[]) =>
    t('scope', {
      area: nameOf(area),
      verb: new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(
        verbs.map((verb) => t(`verbs.${verb}`).toLocaleLowerCase(locale)),
      ),
    });
  const textOf = (scope: TokenScope) => {
    const [area, verb] = partsOf(scope);
    return areaOf(area, [verb]);
  };
  /** Several, an area after the other. */
  const listOf = (scopes: readonly TokenScope[]) =>
    [...Map.groupBy(scopes, (scope) => partsOf(scope)[0])]
      .map(([area, some]) =>
        areaOf(
          area,
          some.map((scope) => partsOf(scope)[1]),
        ),
      )
      .join(' · ');
  return { nameOf, textOf, listOf };
}

type Token = Outputs['tokens']['list']['items'][number];

interface Props {
  /** Whose; undefined: the caller’s own. */
  readonly userID?: string;
  readonly onEnded?: (token: Token) => void;
}

/** Personal access tokens, each with what it may do, and a button that ends it. */
export function TokenList({ userID, onEnded }: Props) {
  const { t } = useTranslation('tokens');
  const { data, error, refetch } = useQuery(api.tokens.list.queryOptions(userID ? { user: userID } : {}));
  const change = useChange('tokens');
  const confirm = useConfirm();
  const end = (token: Token) =>
    confirm({
      title: t('endTitle', { name: token.name }),
      text: t('endText'),
      confirm: t('end'),
      onConfirm: () =>
        void change({
          done: t('ended'),
          run: async () => {
            await client.tokens.remove.mutate({ tokenID: token._id });
            onEnded?.(token);
          },
        }),
    });
  return (
    <>
      {error && <ErrorState error={error} reset={() => void refetch()} />}
      {!data && !error && <Skeleton h={40} />}
      {data?.items.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('none')}
        </Text>
      )}
      {data && data.items.length > 0 && (
        <Stack gap="md" component="ul" m={0} p={0} className="plain-list">
          {data.items.map((token) => (
            <TokenItem key={token._id} token={token} onEnd={() => end(token)} />
          ))}
        </Stack>
      )}
    </>
  );
}

interface ItemProps {
  readonly token: Token;
  readonly onEnd: () => void;
}

function TokenItem({ token: { name, scopes, lastUsedAt, lastUsedFrom, expiresAt }, onEnd }: ItemProps) {
  const { t } = useTranslation('tokens');
  const { instant } = useFormat();
  const { listOf } = useScopeTexts();
  const hasExpired = Date.parse(expiresAt) <= Date.now();
  return (
    <Group component="li" wrap="nowrap" align="flex-start">
      <IconKey aria-hidden className="fixed-size" />
      <Stack gap={0} flex={1} miw={0}>
        <Group gap="xs">
          <Text size="sm" fw={600} className="anywhere">
            <bdi>{name}</bdi>
          </Text>
          {hasExpired && (
            <Badge variant="outline" tt="none">
              {t('expired')}
            </Badge>
          )}
        </Group>
        <Text size="sm">{listOf(scopes)}</Text>
        <Text size="sm" c="dimmed">
          {t('fields.expiresAt')} <bdi>{instant(expiresAt)}</bdi>
        </Text>
        <LastUsed at={lastUsedAt} from={lastUsedFrom} />
      </Stack>
      <Button size="compact-sm" variant="default" onClick={onEnd} aria-label={`${t('end')}: ${name}`}>
        {t('end')}
      </Button>
    </Group>
  );
}
