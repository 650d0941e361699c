import './lists.css';
import { MAX_IDS, type Resource } from '@daybook/domain';
import { Button, CloseButton, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../ui/confirm.tsx';
import { useFile } from '../ui/ExportMenu.tsx';
import type { BulkAction, BulkActionName, BulkForm } from './bulk.ts';
import { useChange } from './change.tsx';
import { useClosed } from './closed.tsx';
import { type ListAddress, useListFiles } from './list-files.ts';
import { useMay, useMe } from './me.ts';
import { useRefusals } from './refusals.tsx';

interface Props<T> {
  readonly resource: Resource;
  readonly rows: readonly T[];
  readonly actions: readonly BulkAction<T>[];
  /** Before the actions. */
  readonly forms?: readonly BulkForm<T>[] | undefined;
  /** The list in which they stand. */
  readonly address: ListAddress;
  readonly onClear: () => void;
}

/** How many are chosen, and what can be done to all of them. */
export function BulkBar<T extends { readonly _id: string }>({
  resource,
  rows,
  actions,
  forms = [],
  address,
  onClear,
}: Props<T>) {
  const { t } = useTranslation();
  const { t: users } = useTranslation('users');
  const { _id } = useMe();
  const may = useMay();
  const confirm = useConfirm();
  const closed = useClosed();
  const change = useChange(resource);
  const tell = useRefusals();
  const names: Readonly<Record<BulkActionName, string>> = {
    delete: t('delete'),
    deactivate: t('bulk.deactivate'),
    activate: t('bulk.activate'),
  };
  const deleted = resource === 'users' ? users('deleteText') : t('bulk.deleteText');
  const meanings: Readonly<Record<BulkActionName, string>> = {
    delete: deleted,
    deactivate: users('deactivateText'),
    activate: t('bulk.text'),
  };
  const offered = actions
    .filter(({ needs }) => may(needs))
    .map((action) => ({
      ...action,
      rows: rows.filter((row) => action.isFor(row, _id) && !closed(resource, row)),
    }))
    .filter((action) => action.rows.length > 0);
  const openable = forms
    .filter(({ needs }) => may(needs))
    .map((form) => ({ ...form, rows: rows.filter(form.isFor) }))
    .filter((form) => form.rows.length > 0);
  const isTooMany = rows.length > MAX_IDS;
  const chosen = { path: address.path, filters: { ids: rows.map(({ _id: id }) => id).join() } };
  const file = useListFiles(isTooMany ? address : chosen).find(({ ending }) => ending === 'csv');
  const save = useFile(resource);
  const ask = ({ name, changeOf, rows: meant }: (typeof offered)[number]) =>
    confirm({
      title: `${names[name]}: ${t('bulk.count', { count: meant.length })}`,
      text: meanings[name],
      confirm: names[name],
      onConfirm: () => {
        void change({
          ...changeOf(meant, tell),
          done: ({ count }) => (count > 0 ? t('bulk.done', { count }) : undefined),
        });
        onClear();
      },
    });
  if (rows.length === 0) return null;
  return (
    <Group className="bulk-bar no-print" component="section" aria-label={t('bulk.title')} gap="xs">
      <CloseButton aria-label={t('bulk.clear')} onClick={onClear} />
      <Text size="sm" fw={600} role="status">
        {t('bulk.selected', { count: rows.length })}
      </Text>
      {openable.map(({ name, open, rows: meant }) => (
        <Button key={name} size="compact-md" variant="light" onClick={() => open(meant, onClear)}>
          {name}
          {meant.length < rows.length && ` (${meant.length})`}
        </Button>
      ))}
      {offered.map((action) => (
        <Button
          key={action.name}
          size="compact-md"
          variant="light"
          color={action.name === 'delete' ? 'red' : undefined}
          onClick={() => ask(action)}
        >
          {names[action.name]}
          {action.rows.length < rows.length && ` (${action.rows.length})`}
        </Button>
      ))}
      <Button size="compact-md" variant="default" onClick={() => file && save(file)}>
        {isTooMany ? t('bulk.exportList') : t('bulk.export')}
      </Button>
      {isTooMany && <Text size="sm">{t('bulk.tooManyForFile', { max: MAX_IDS })}</Text>}
    </Group>
  );
}
