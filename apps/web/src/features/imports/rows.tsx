import { type ImportRow, importFields } from '@daybook/domain';
import { Anchor, Checkbox, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCopy, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldValue } from '../../data/history/Sentence.tsx';
import { useIssueText } from '../../lib/errors.ts';
import { useFormat } from '../../lib/format.ts';
import { useIsNarrow } from '../../lib/narrow.ts';
import { Chip } from '../../ui/Chip.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { Name } from '../../ui/values.tsx';
import { addressOf, type Corrections, isCreated, toggled } from './importing.ts';
import type { OpenImport } from './useImport.ts';
import { useFieldTitle } from './words.ts';

export const signs = {
  create: { tone: 'success', icon: IconPlus },
  duplicate: { tone: 'warning', icon: IconCopy },
  error: { tone: 'danger', icon: IconAlertTriangle },
} as const;

type Issue = NonNullable<ImportRow['issues']>[number];
const fieldIn = ({ path }: Issue) => String(path[0] ?? '');

interface ColumnsProps extends OpenImport {
  readonly typed: Corrections;
  readonly onType: (row: number, field: string, value: string) => void;
  readonly onEnter: () => void;
}

/** What was read of each row, with what is wrong in its cell. */
export function useRowColumns(props: ColumnsProps): Column<ImportRow>[] {
  const { answer, choice, setChoice, reading, typed, onType, onEnter } = props;
  const { kind, rows } = answer;
  const { t } = useTranslation('imports');
  const fieldOf = useFieldTitle();
  const { number } = useFormat();
  const isNarrow = useIsNarrow();
  const textOf = useIssueText();
  // A field of which no row has anything takes no room.
  const fields = useMemo(() => {
    const used = new Set<string>();
    for (const { values, issues = [] } of rows) {
      for (const field of Object.keys(values)) used.add(field);
      for (const issue of issues) used.add(fieldIn(issue));
    }
    used.delete('');
    return [...used];
  }, [rows]);
  const amounts = importFields(kind).flatMap(({ field, type }) => (type === 'amount' ? [field] : []));
  const tick = ({ result, row }: ImportRow, isTicked: boolean) =>
    setChoice((old) =>
      result === 'create'
        ? { ...old, skip: toggled(old.skip, row, !isTicked) }
        : { ...old, include: toggled(old.include, row, isTicked) },
    );
  const cell = (row: ImportRow, field: string): ReactNode => {
    const issue = row.issues?.find((one) => fieldIn(one) === field);
    const changed = reading.corrections.get(row.row)?.[field] !== undefined;
    const text = row.values[field] ?? '';
    if (!issue && !changed) return <ReadValue kind={kind} field={field} text={text} />;
    return (
      <TextInput
        size="xs"
        {...(isNarrow && { label: fieldOf(kind, field) })}
        aria-label={t('rows.cell', { field: fieldOf(kind, field), row: row.row })}
        value={typed.get(row.row)?.[field] ?? text}
        error={issue && textOf(issue as Parameters<typeof textOf>[0])}
        onChange={({ currentTarget }) => onType(row.row, field, currentTarget.value)}
        onKeyDown={({ key }) => key === 'Enter' && onEnter()}
      />
    );
  };
  return [
    {
      key: 'chosen',
      header: t('rows.create'),
      head: t('rows.create'),
      place: 'selection',
      cell: (row) =>
        row.result !== 'error' && (
          <Checkbox
            aria-label={t('rows.createRow', { row: row.row })}
            checked={isCreated(row, choice)}
            onChange={({ currentTarget }) => tick(row, currentTarget.checked)}
          />
        ),
    },
    {
      key: 'row',
      header: t('rows.row'),
      cell: ({ row }) => <span className="number">{isNarrow ? t('rows.number', { row }) : number(row)}</span>,
    },
    {
      key: 'result',
      header: t('rows.result'),
      place: 'state',
      cell: (row) => (
        <>
          <Chip {...signs[row.result]}>{t(`results.${row.result}`)}</Chip>
          <Original kind={kind} row={row} />
          {row.issues
            ?.filter((issue) => !fields.includes(fieldIn(issue)))
            .map((issue) => (
              <Text key={issue.code} size="xs" c="var(--danger)">
                {textOf(issue as Parameters<typeof textOf>[0])}
              </Text>
            ))}
        </>
      ),
    },
    ...fields.map(
      (field, index): Column<ImportRow> => ({
        key: field,
        header: fieldOf(kind, field),
        ...(index === 0 && { place: 'first' }),
        ...(amounts.includes(field) && ({ place: 'end', align: 'end' } as const)),
        cell: (row) => cell(row, field),
      }),
    ),
  ];
}

interface OfRow {
  readonly kind: OpenImport['answer']['kind'];
  readonly row: ImportRow;
}

const names = new Set(['worker', 'payee', 'account', 'cheque']);

interface ReadValueProps extends Pick<OfRow, 'kind'> {
  readonly field: string;
  readonly text: string;
}

export function ReadValue({ kind, field, text }: ReadValueProps) {
  if (text === '') return null;
  if (names.has(field)) return <Name>{text}</Name>;
  return <FieldValue kind={kind} field={field} value={text === 'true' || (text !== 'false' && text)} />;
}

/** Of what a row is a duplicate. */
export function Original({ kind, row }: OfRow) {
  const { t } = useTranslation('imports');
  if (row.record !== undefined)
    return (
      <Anchor component={Link} to={addressOf(kind, row)} target="_blank" size="xs" ms={4}>
        {t('rows.original')}
      </Anchor>
    );
  if (row.duplicateOf === undefined) return null;
  return (
    <Text span size="xs" ms={4}>
      {t('rows.sameAs', { row: row.duplicateOf })}
    </Text>
  );
}
