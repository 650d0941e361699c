import type { Outputs } from '@daybook/client';
import { type JournalKind, journalKinds, WebhookChanges, WebhookCreate } from '@daybook/domain';
import { Checkbox, SimpleGrid, Switch, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { client } from '../../api.ts';
import { useRecordForm } from '../../data/form.ts';
import { useRecordTexts } from '../../data/record-description.ts';
import { RecordDrawer } from '../../ui/RecordDrawer.tsx';

export type Webhook = Outputs['webhooks']['get'];

interface Props {
  /** Undefined: a new one. */
  readonly row: Webhook | undefined;
  readonly onMade: (made: Outputs['webhooks']['create']) => void;
  readonly onClose: () => void;
}

interface Values {
  name: string;
  url: string;
  kinds: JournalKind[];
  active: boolean;
}

const isKind = (name: string): name is JournalKind => journalKinds.some((kind) => kind === name);
const valuesOf = ({ name, url, kinds, active }: Webhook): Values => ({
  name,
  url,
  kinds: kinds.filter(isKind),
  active,
});
const baseOf = (row: Webhook) => ({ version: row.version, values: valuesOf(row) });

export function WebhookForm({ row, onMade, onClose }: Props) {
  const { t } = useTranslation('webhooks');
  const { kindOf } = useRecordTexts();
  const id = { webhookID: row?._id ?? '' };
  const record = useRecordForm<Values>({
    resource: 'webhooks',
    schema: row ? WebhookChanges : WebhookCreate,
    initial: { name: '', url: '', kinds: [], active: true },
    create: async (values, once) => onMade(await client.webhooks.create.mutate(values, once)),
    update: row && {
      base: baseOf(row),
      send: (changes, condition) => client.webhooks.update.mutate({ ...id, ...changes }, condition),
      read: async () => baseOf(await client.webhooks.get.query(id)),
    },
    onDone: () => {
      notifications.show({ message: t(row ? 'changed' : 'made') });
      onClose();
    },
  });
  const { form } = record;
  const { value: kinds = [], ...kindProps } = form.getInputProps('kinds');
  return (
    <RecordDrawer title={t(row ? 'edit' : 'make')} record={record} onClose={onClose}>
      <TextInput
        label={t('fields.name')}
        description={t('nameHint')}
        required
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('fields.url')}
        description={t('urlHint')}
        required
        type="url"
        inputMode="url"
        dir="ltr"
        autoComplete="off"
        {...form.getInputProps('url')}
      />
      <Checkbox.Group
        label={t('fields.kinds')}
        description={t('kindsHint')}
        value={kinds}
        {...kindProps}
        onChange={(names) => form.setFieldValue('kinds', names.filter(isKind))}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt="xs">
          {journalKinds.map((kind) => (
            <Checkbox key={kind} value={kind} label={kindOf(kind)} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <Switch label={t('fields.active')} {...form.getInputProps('active', { type: 'checkbox' })} />
    </RecordDrawer>
  );
}
