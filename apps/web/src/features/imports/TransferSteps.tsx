import type { ImportKind, ImportRow } from '@daybook/domain';
import { Button, Group, NativeSelect, Text, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIssueText } from '../../lib/errors.ts';
import { useFormat } from '../../lib/format.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Failure } from './failures.tsx';
import { sizeOf } from './importing.ts';
import { ResultStep } from './ResultStep.tsx';
import { Original, ReadValue, signs } from './rows.tsx';
import type { Transfer } from './useTransfer.ts';
import { useFieldTitle, useKindTitle } from './words.ts';

const results = ['create', 'duplicate', 'error'] as const;
type Shown = 'all' | (typeof results)[number];

/** By what a record is recognised, in the order in which its fields say it. */
const shownFields = [
  'name',
  'firstName',
  'lastName',
  'serial',
  'date',
  'dueDate',
  'payee',
  'worker',
  'description',
  'value',
];

/** What a database of Manager-2.0 would create, and what became of it. */
export function TransferSteps(props: Transfer) {
  const { step, answer, result, busy, failure, commit, restart } = props;
  const { t } = useTranslation('imports');
  const { number, and } = useFormat();
  const titleOf = useKindTitle();
  const [shown, setShown] = useState<Shown>('all');
  const listed = useMemo(
    () => answer?.rows.filter((row) => shown === 'all' || row.result === shown) ?? [],
    [answer, shown],
  );
  const columns = useColumns();
  if (!answer || step === 'file') return null;
  if (result) return <ResultStep answer={answer} result={result} onAnother={restart} />;
  const { counts, rows } = answer;
  const isCommitting = busy === 'committing';
  const created = Map.groupBy(
    rows.filter((row) => row.result === 'create'),
    ({ kind }) => kind as ImportKind,
  );
  const sentence = and(...[...created].map(([kind, all]) => `${titleOf(kind)} (${number(all.length)})`));
  return (
    <>
      <Title order={2} size="h4" mb={4}>
        {t('rows.title')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('dump.rows')}
      </Text>
      <NativeSelect
        aria-label={t('rows.show')}
        mb="sm"
        maw={280}
        value={shown}
        onChange={({ currentTarget }) => setShown(currentTarget.value as Shown)}
        data={(['all', ...results] as const).map((value) => ({
          value,
          label: `${t(`results.${value}`)}: ${number(value === 'all' ? sizeOf(answer) : counts[value])}`,
        }))}
      />
      <DataTable
        label={t('rows.title')}
        columns={columns}
        rows={listed}
        rowKey={({ row }) => String(row)}
        empty={t('rows.none')}
      />
      <Failure error={failure} />
      <section className="bulk-bar no-print" aria-label={t('plan.title')}>
        <Text mb="xs" role="status">
          {counts.create === 0
            ? t('dump.nothing')
            : t(isCommitting ? 'plan.underWay' : 'plan.create', { created: sentence })}
        </Text>
        <Group gap="xs">
          <Button variant="default" onClick={restart}>
            {t('back')}
          </Button>
          <Button
            component={BusyButton}
            loading={isCommitting}
            disabled={counts.create === 0 || busy !== undefined}
            onClick={() => void commit()}
          >
            {t('run')}
          </Button>
        </Group>
      </section>
    </>
  );
}

function useColumns(): Column<ImportRow>[] {
  const { t } = useTranslation('imports');
  const { number } = useFormat();
  const titleOf = useKindTitle();
  const fieldOf = useFieldTitle();
  const textOf = useIssueText();
  const kindOf = (row: ImportRow) => row.kind ?? 'bills';
  return [
    { key: 'row', header: t('rows.row'), cell: ({ row }) => <span className="number">{number(row)}</span> },
    {
      key: 'kind',
      header: t('kind'),
      cell: (row) => <span className="import-kind">{titleOf(kindOf(row))}</span>,
    },
    {
      key: 'record',
      place: 'first',
      header: t('dump.record'),
      cell: (row) =>
        shownFields.map((field) => (
          <span key={field} className="import-value">
            <ReadValue kind={kindOf(row)} field={field} text={row.values[field] ?? ''} />
          </span>
        )),
    },
    {
      key: 'result',
      place: 'state',
      header: t('rows.result'),
      cell: (row) => (
        <>
          <Chip {...signs[row.result]}>{t(`results.${row.result}`)}</Chip>
          <Original kind={kindOf(row)} row={row} />
        </>
      ),
    },
    {
      key: 'changed',
      header: t('dump.changed'),
      cell: (row) => (
        <>
          {row.issues?.map((issue) => (
            <Text key={`${issue.path.join('.')} ${issue.code}`} size="xs" c="var(--danger)">
              {fieldOf(kindOf(row), String(issue.path[0] ?? ''))}:{' '}
              {textOf(issue as Parameters<typeof textOf>[0])}
            </Text>
          ))}
          {row.changed?.map(({ field, there, here }) => (
            <Text key={field} size="xs">
              {t('dump.otherwise', {
                field: fieldOf(kindOf(row), field),
                there: there || '–',
                here: here || '–',
              })}
            </Text>
          ))}
        </>
      ),
    },
  ];
}
