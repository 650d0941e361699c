import { type Outputs, once } from '@daybook/client';
import { TokenCreate, type TokenScope } from '@daybook/domain';
import { Anchor, Button, Checkbox, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, client } from '../../api.ts';
import { useChange } from '../../data/change.tsx';
import { useRecordForm } from '../../data/form.ts';
import { CalendarList } from '../../entities/calendars/CalendarList.tsx';
import { partsOf, TokenList, useScopeTexts } from '../../entities/tokens.tsx';
import { DayInput } from '../../ui/DayInput.tsx';
import { SecretShownOnce } from '../../ui/passwords.tsx';
import { RecordDrawer } from '../../ui/RecordDrawer.tsx';
import { ErrorState, Loading } from '../../ui/states.tsx';
import { Section } from './Section.tsx';
import './token-form.css';

interface Props {
  readonly onMade: (token: Outputs['tokens']['create']) => void;
  readonly onClose: () => void;
}

interface Values {
  name: string;
  scopes: TokenScope[];
  expiresAt: string | undefined;
}

function TokenForm({ onMade, onClose }: Props) {
  const { t } = useTranslation('tokens');
  const record = useRecordForm<Values>({
    resource: 'tokens',
    schema: TokenCreate,
    initial: { name: '', scopes: [], expiresAt: undefined },
    create: async (values, once) => onMade(await client.tokens.create.mutate(values, once)),
    onDone: () => {
      notifications.show({ message: t('made') });
      onClose();
    },
  });
  const { form } = record;
  return (
    <RecordDrawer title={t('make')} record={record} onClose={onClose} submitText={t('make')}>
      <TextInput
        label={t('fields.name')}
        description={t('nameHint')}
        required
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <ScopeChoice
        chosen={form.getValues().scopes}
        onChange={(scopes) => form.setFieldValue('scopes', scopes)}
        error={form.errors.scopes}
      />
      <Stack gap={4}>
        <DayInput label={t('lastDay')} {...form.getInputProps('expiresAt')} />
        <Text size="xs" c="dimmed">
          {t('expiryHint')}
        </Text>
      </Stack>
    </RecordDrawer>
  );
}

interface ChoiceProps {
  readonly chosen: readonly TokenScope[];
  readonly onChange: (scopes: TokenScope[]) => void;
  readonly error: React.ReactNode;
}

/** A line for each area, with what there is to choose of it: to read, to change. */
function ScopeChoice({ chosen, onChange, error }: ChoiceProps) {
  const { t } = useTranslation('tokens');
  const { nameOf, textOf } = useScopeTexts();
  const { data: usable, error: failure, refetch } = useQuery(api.tokens.scopes.queryOptions());
  if (failure) return <ErrorState error={failure} reset={() => void refetch()} />;
  if (!usable) return <Loading />;
  const areas = Map.groupBy(usable, (scope) => partsOf(scope)[0]);
  const set = (scope: TokenScope, isChosen: boolean) =>
    onChange(usable.filter((one) => (one === scope ? isChosen : chosen.includes(one))));
  const readable = usable.filter((scope) => scope.endsWith(':read'));
  return (
    <Fieldset legend={t('fields.scopes')} aria-describedby={error ? 'scopes-error' : undefined}>
      <Stack gap="xs">
        <div className="scope-choice">
          {[...areas].map(([area, scopes]) => (
            <Fragment key={area}>
              <Text size="sm" aria-hidden>
                {nameOf(area)}
              </Text>
              {scopes.map((scope) => (
                <Checkbox
                  key={scope}
                  className={partsOf(scope)[1]}
                  checked={chosen.includes(scope)}
                  onChange={({ currentTarget }) => set(scope, currentTarget.checked)}
                  label={t(`verbs.${partsOf(scope)[1]}`)}
                  aria-label={textOf(scope)}
                  // By which the form finds it, to give it the focus.
                  {...(scope === usable[0] && { 'data-path': 'scopes' })}
                />
              ))}
            </Fragment>
          ))}
        </div>
        <Group>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() =>
              onChange(usable.filter((scope) => chosen.includes(scope) || readable.includes(scope)))
            }
          >
            {t('readAll')}
          </Button>
        </Group>
        {error && (
          <Text id="scopes-error" size="sm" c="var(--mantine-color-error)" role="alert">
            {error}
          </Text>
        )}
      </Stack>
    </Fieldset>
  );
}

type NewToken = Outputs['tokens']['create'];

/** The person's own personal access tokens, for programs that work in their name. */
export function TokensSection() {
  const { t } = useTranslation('tokens');
  const [made, setMade] = useState<NewToken>();
  const [isMaking, setMaking] = useState(false);
  return (
    <Section title={t('title')}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('hint')}
      </Text>
      {made && !isMaking && (
        <SecretShownOnce key={made._id} title={t('shownOnce')} secret={made.token} how={t('how')} />
      )}
      <TokenList onEnded={({ _id }) => setMade((shown) => (shown?._id === _id ? undefined : shown))} />
      <Button mt="md" variant="default" onClick={() => setMaking(true)}>
        {t('make')}
      </Button>
      {isMaking && <TokenForm onMade={setMade} onClose={() => setMaking(false)} />}
    </Section>
  );
}

type NewCalendar = Outputs['calendars']['create'];

/** Addresses at which calendar programs read the cheques that fall due. */
export function CalendarsSection() {
  const { t } = useTranslation('calendars');
  const change = useChange('calendars');
  const [made, setMade] = useState<NewCalendar>();
  const create = () =>
    void change({
      done: t('made'),
      run: async () => setMade(await client.calendars.create.mutate(undefined, once())),
    });
  return (
    <Section title={t('title')}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('hint')}
      </Text>
      {made && (
        <SecretShownOnce key={made._id} title={t('shownOnce')} secret={made.url} how={t('how')}>
          <Anchor href={made.url.replace(/^https?:/, 'webcal:')} size="sm">
            {t('open')}
          </Anchor>
        </SecretShownOnce>
      )}
      <CalendarList onEnded={({ _id }) => setMade((shown) => (shown?._id === _id ? undefined : shown))} />
      <Button mt="md" variant="default" onClick={create}>
        {t('make')}
      </Button>
    </Section>
  );
}
