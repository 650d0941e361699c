import type { ImportRow } from '@daybook/domain';
import { Button, Checkbox, Group, NativeSelect, SegmentedControl, Text, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../data/me.ts';
import { useFormat } from '../../lib/format.ts';
import { useIsNarrow } from '../../lib/narrow.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { Name } from '../../ui/values.tsx';
import { CommitFailure } from './failures.tsx';
import { type Corrections, corrected, isCreated, isWhole, planOf, sizeOf } from './importing.ts';
import { useRowColumns } from './rows.tsx';
import type { OpenImport } from './useImport.ts';
import { useCreatedText } from './words.ts';

const results = ['create', 'duplicate', 'error'] as const;
type Shown = 'all' | (typeof results)[number];

/** Every row as it was read: to be left out, created all the same, or corrected. */
export function RowsStep(props: OpenImport) {
  const { answer, busy, failure, reading, readAgain, goTo } = props;
  const { t } = useTranslation('imports');
  const { number } = useFormat();
  const isNarrow = useIsNarrow();
  const [shown, setShown] = useState<Shown>('all');
  const [typed, setTyped] = useState<Corrections>(new Map());
  const { rows, counts } = answer;
  const listed = useMemo(
    () => (shown === 'all' ? rows : rows.filter(({ result }) => result === shown)),
    [rows, shown],
  );
  const choices = (['all', ...results] as const).map((value) => ({
    value,
    label: `${t(`results.${value}`)}: ${number(value === 'all' ? sizeOf(answer) : counts[value])}`,
  }));
  const check = async () => {
    let corrections = reading.corrections;
    for (const [row, cells] of typed)
      for (const [field, value] of Object.entries(cells))
        corrections = corrected(corrections, row, field, value);
    if (await readAgain({ corrections })) setTyped(new Map());
  };
  const columns = useRowColumns({
    ...props,
    typed,
    onType: (row, field, value) => setTyped((all) => corrected(all, row, field, value)),
    onEnter: () => void check(),
  });
  return (
    <>
      <Title order={2} size="h4" mb={4}>
        {t('rows.title')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('rows.text')}
      </Text>
      <NewPayees {...props} />
      {isNarrow ? (
        <NativeSelect
          aria-label={t('rows.show')}
          mb="sm"
          value={shown}
          onChange={({ currentTarget }) => setShown(currentTarget.value as Shown)}
          data={choices}
        />
      ) : (
        <SegmentedControl
          className="no-print"
          aria-label={t('rows.show')}
          mb="sm"
          value={shown}
          onChange={setShown}
          data={choices}
        />
      )}
      <DataTable
        label={t('rows.title')}
        columns={columns}
        rows={listed}
        rowKey={keyOf}
        empty={t('rows.none')}
      />
      <CommitFailure error={failure} kind={answer.kind} />
      <section className="bulk-bar no-print" aria-label={t('plan.title')}>
        <PlanText {...props} />
        <Group gap="xs">
          <Button variant="default" onClick={() => goTo('columns')}>
            {t('back')}
          </Button>
          {typed.size > 0 ? (
            <Button component={BusyButton} loading={busy === 'reading'} onClick={() => void check()}>
              {t('rows.check', { number: typed.size })}
            </Button>
          ) : (
            <ImportButton {...props} />
          )}
        </Group>
      </section>
    </>
  );
}

const keyOf = ({ row }: ImportRow) => String(row);

/** What will be done, in a sentence. */
function PlanText({ answer, choice, busy }: OpenImport) {
  const { t } = useTranslation('imports');
  const { t: common } = useTranslation();
  const { and } = useFormat();
  const createdText = useCreatedText();
  const plan = useMemo(() => planOf(answer, choice), [answer, choice]);
  const { duplicates, faults, skipped } = plan;
  const left = [
    ...(duplicates > 0 ? [t('plan.duplicates', { number: duplicates })] : []),
    ...(faults > 0 ? [t('plan.faults', { number: faults })] : []),
    ...(skipped > 0 ? [t('plan.skipped', { number: skipped })] : []),
  ];
  const created = createdText({ kind: answer.kind, ...plan });
  const told =
    plan.created === 0
      ? t('plan.nothing')
      : left.length > 0
        ? t('plan.createAndLeave', { created, left: and(...left) })
        : t('plan.create', { created });
  return (
    <Text mb="xs" role="status">
      {busy === 'committing' ? t('plan.underWay', { created }) : isWhole(answer) ? told : common('loading')}
    </Text>
  );
}

function ImportButton({ answer, choice, busy, commit }: OpenImport) {
  const { t } = useTranslation('imports');
  const isNothing = !answer.rows.some((row) => isCreated(row, choice));
  return (
    <Button
      component={BusyButton}
      loading={busy === 'committing'}
      disabled={isNothing || busy !== undefined || !isWhole(answer)}
      onClick={() => void commit()}
    >
      {t('run')}
    </Button>
  );
}

const named = 12;

/** Payees that are not known are created with the rows that name them. */
function NewPayees({ answer: { newPayees }, reading, readAgain }: OpenImport) {
  const { t } = useTranslation('imports');
  const { t: common } = useTranslation();
  const { comma } = useFormat();
  const may = useMay();
  if (newPayees.length === 0 || !may('payees.create')) return null;
  return (
    <Checkbox
      mb="sm"
      label={t('newPayees', { number: newPayees.length })}
      description={
        <>
          {newPayees.slice(0, named).map((name, index) => (
            <span key={name}>
              {index > 0 && comma}
              <Name>{name}</Name>
            </span>
          ))}
          {newPayees.length > named && ` ${common('andMore', { count: newPayees.length - named })}`}
        </>
      }
      checked={reading.newPayees}
      onChange={({ currentTarget }) => void readAgain({ newPayees: currentTarget.checked })}
    />
  );
}
