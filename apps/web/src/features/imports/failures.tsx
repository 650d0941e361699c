import { type ImportKind, MAX_IMPORT_BYTES, MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from '@daybook/domain';
import { Alert, List, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useErrorText, useIssueText } from '../../lib/errors.ts';
import { faultyRows } from './importing.ts';
import { useFieldTitle } from './words.ts';

const mebibyte = 1024 * 1024;

/** What went wrong with the whole file, and what is taken. */
export function Failure({ error, isFile = false }: { readonly error: unknown; readonly isFile?: boolean }) {
  const { t } = useTranslation('imports');
  const { t: common } = useTranslation();
  const textOf = useErrorText();
  if (error === undefined) return null;
  return (
    <Alert
      color="red"
      role="alert"
      my="md"
      icon={<IconAlertTriangle />}
      title={isFile ? t('unreadable') : common('failed')}
    >
      {textOf(error)}
      {isFile && (
        <Text size="sm" mt="xs">
          <Accepted />
        </Text>
      )}
    </Alert>
  );
}

export function Accepted() {
  const { t } = useTranslation('imports');
  return t('accepted', {
    size: MAX_IMPORT_BYTES / mebibyte,
    rows: MAX_IMPORT_ROWS,
    columns: MAX_IMPORT_COLUMNS,
  });
}

const shownFaults = 8;

/** Why nothing was created. */
export function CommitFailure({ error, kind }: { readonly error: unknown; readonly kind: ImportKind }) {
  const { t } = useTranslation('imports');
  const { t: common } = useTranslation();
  const titleOf = useFieldTitle();
  const textOf = useIssueText();
  const faults = faultyRows(error);
  if (faults.length === 0) return <Failure error={error} />;
  return (
    <Alert color="red" role="alert" my="md" icon={<IconAlertTriangle />} title={t('notCommitted')}>
      <List size="sm">
        {faults.slice(0, shownFaults).map(({ row, field, issue }) => (
          <List.Item key={`${row} ${field} ${issue.code}`}>
            {field ? t('rows.cell', { field: titleOf(kind, field), row }) : t('rows.number', { row })}:{' '}
            {textOf(issue)}
          </List.Item>
        ))}
      </List>
      {faults.length > shownFaults && common('andMore', { count: faults.length - shownFaults })}
    </Alert>
  );
}
