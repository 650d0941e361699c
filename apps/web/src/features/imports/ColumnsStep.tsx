import {
  dayOrders,
  decimalMarks,
  delimiters,
  type Encoding,
  encodings,
  type ImportColumn,
  importFields,
  layouts,
} from '@daybook/domain';
import { Alert, Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustments, IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { Name } from '../../ui/values.tsx';
import { Failure } from './failures.tsx';
import { assign, missingIn, type Reading } from './importing.ts';
import { Questions, useMonthChoices } from './Questions.tsx';
import type { OpenImport } from './useImport.ts';
import { useFieldTitle } from './words.ts';

type Option = Exclude<keyof Reading, 'kind' | 'columns' | 'corrections' | 'newPayees' | 'times'>;
type Legacy = Extract<Encoding, `windows-${string}`>;
const isLegacy = (encoding: Encoding): encoding is Legacy => encoding.startsWith('windows');

/** How the file is read, where that can be chosen. A change of what its columns are made of finds them anew. */
function ReadingOptions({ answer, readAgain, reading }: OpenImport) {
  const { t } = useTranslation('imports');
  const [isOpen, { toggle }] = useDisclosure();
  const monthChoices = useMonthChoices(answer.month);
  const { encoding, delimiter, sheet, sheets, dates, decimal, month, layout, kind } = answer;
  const select = (name: Option, value: string | null, data: { value: string; label: string }[]) => (
    <NativeSelect
      key={name}
      label={t(`options.${name}`)}
      value={reading[name] ?? value ?? ''}
      data={value === null ? [{ value: '', label: t('notRecognised') }, ...data] : data}
      onChange={({ currentTarget }) => {
        const isOfColumns = !['dates', 'decimal', 'month'].includes(name);
        const changes = { [name]: currentTarget.value || undefined };
        void readAgain(isOfColumns ? { ...changes, columns: undefined, corrections: new Map() } : changes);
      }}
    />
  );
  const encodingName = (one: Encoding) => (isLegacy(one) ? t(`encodings.${one}`) : one.toUpperCase());
  const named = <V extends string>(values: readonly V[], nameOf: (value: V) => string) =>
    values.map((value) => ({ value, label: nameOf(value) }));
  return (
    <div className="import-reading">
      <Button
        variant="subtle"
        leftSection={<IconAdjustments size={16} aria-hidden />}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        {t('howRead')}
      </Button>
      {isOpen && (
        <div className="import-options">
          {encoding && select('encoding', encoding, named(encodings, encodingName))}
          {delimiter &&
            select(
              'delimiter',
              delimiter,
              named(delimiters, (one) => t(`delimiters.${one}`)),
            )}
          {sheet !== null && sheets.length > 1 && select('sheet', sheet, named(sheets, String))}
          {kind === 'logs' &&
            select(
              'layout',
              layout,
              named(layouts, (one) => t(`layouts.${one}`)),
            )}
          {month !== null && select('month', month, monthChoices)}
          {select(
            'dates',
            dates,
            named(dayOrders, (one) => t(`orders.${one}`)),
          )}
          {select(
            'decimal',
            decimal,
            named(decimalMarks, (one) => t(`marks.${one}`)),
          )}
        </div>
      )}
    </div>
  );
}

interface ColumnProps {
  readonly column: ImportColumn;
  readonly children?: ReactNode;
}

function Column({ column: { heading, samples }, children }: ColumnProps) {
  const { t } = useTranslation('imports');
  const { comma } = useFormat();
  return (
    <li>
      <div className="import-column">
        <strong>{heading ? <Name>{heading}</Name> : t('noHeading')}</strong>
        <Text size="sm" c="dimmed" lineClamp={2}>
          {samples.map((sample, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: samples have no other name
            <span key={index}>
              {index > 0 && comma}
              <Name>{sample}</Name>
            </span>
          ))}
        </Text>
      </div>
      {children}
    </li>
  );
}

/** Which column holds what: as it was recognised, to be corrected. */
export function ColumnsStep(props: OpenImport) {
  const { answer, busy, failure, readAgain, goTo } = props;
  const { t } = useTranslation('imports');
  const { t: common } = useTranslation();
  const { and } = useFormat();
  const fieldOf = useFieldTitle();
  const { kind, layout } = answer;
  const recognised = answer.columns.map(({ field }) => field);
  // What was chosen belongs to the columns that were read.
  const [chosen, setChosen] = useState<{ of: string; columns: readonly (string | null)[] }>();
  const content = JSON.stringify(answer.columns);
  const columns = chosen?.of === content ? chosen.columns : recognised;
  const isChanged = JSON.stringify(columns) !== JSON.stringify(recognised);
  const fields = importFields(kind);
  const missing = isChanged ? missingIn(kind, columns) : answer.missing;
  // In a grid the columns are those of the logs in it.
  const headed = answer.columns.map((column) =>
    layout === 'days' ? { ...column, heading: fieldOf(kind, column.heading) } : column,
  );
  const next = async () => {
    const known = isChanged ? await readAgain({ columns }) : answer;
    if (known && known.missing.length === 0) goTo('rows');
  };
  return (
    <>
      <Questions {...props} />
      <Title order={2} size="h4" mb={4}>
        {t('columns.title')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t(`columns.${layout}`)}
      </Text>
      <ul className="import-columns panel">
        {headed.map((column, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two headings may be alike
          <Column key={at} column={column}>
            {layout === 'rows' && (
              <NativeSelect
                aria-label={t('columns.fieldOf', { heading: column.heading || t('noHeading') })}
                value={columns[at] ?? ''}
                onChange={({ currentTarget }) =>
                  setChosen({ of: content, columns: assign(columns, at, currentTarget.value || null) })
                }
                data={[
                  { value: '', label: t('columns.notRead') },
                  ...fields.map(({ field, isRequired }) => ({
                    value: field,
                    label: isRequired ? `${fieldOf(kind, field)} *` : fieldOf(kind, field),
                  })),
                ]}
              />
            )}
          </Column>
        ))}
      </ul>
      <ReadingOptions {...props} />
      {missing.length > 0 && (
        <Alert color="orange" role="status" icon={<IconAlertTriangle />} my="md" title={t('columns.missing')}>
          {t('columns.missingText', { fields: and(...missing.map((field) => fieldOf(kind, field))) })}
        </Alert>
      )}
      <Failure error={failure} />
      <Stack mt="md">
        <Group>
          <Button variant="default" onClick={() => goTo('file')}>
            {t('back')}
          </Button>
          <Button
            component={BusyButton}
            loading={busy === 'reading'}
            disabled={missing.length > 0}
            onClick={() => void next()}
          >
            {t('toRows')}
          </Button>
        </Group>
        {busy === 'reading' && (
          <Text size="sm" c="dimmed" role="status">
            {common('loading')}
          </Text>
        )}
      </Stack>
    </>
  );
}
