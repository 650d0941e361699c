import './imports.css';
import { Text } from '@mantine/core';
import { IconFileImport, IconHistory } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useImportKinds, useMay } from '../../data/me.ts';
import { useFormat } from '../../lib/format.ts';
import { useFilters } from '../../lib/search.ts';
import { PageHeader, ViewTabs } from '../../ui/PageHeader.tsx';
import { ImportSearch } from '../search.ts';
import { ColumnsStep } from './ColumnsStep.tsx';
import { FileStep } from './FileStep.tsx';
import { ResultStep } from './ResultStep.tsx';
import { RowsStep } from './RowsStep.tsx';
import { TransferSteps } from './TransferSteps.tsx';
import { type Step, useImport } from './useImport.ts';
import { useTransfer } from './useTransfer.ts';

const steps: readonly Step[] = ['file', 'columns', 'rows', 'done'];
const stepsOfDump = steps.filter((step) => step !== 'columns');

export function ImportViews() {
  const { t } = useTranslation('imports');
  return (
    <ViewTabs
      label={t('views')}
      views={[
        { to: '/import', name: t('new'), icon: IconFileImport },
        { to: '/import/past', name: t('past.title'), icon: IconHistory },
      ]}
    />
  );
}

/** From a file to records, in four steps; nothing is written before the last. */
export function ImportPage() {
  const { t } = useTranslation('imports');
  const kinds = useImportKinds();
  const [{ kind: asked }, setFilters] = useFilters(ImportSearch);
  const mayTransfer = useMay()('imports.transfer');
  const isTransfer = asked === 'manager-2' && mayTransfer;
  const kind = kinds.find((one) => one === asked) ?? 'bills';
  const importing = useImport(kind);
  const transfer = useTransfer();
  const { answer, result } = importing;
  const { step } = isTransfer ? transfer : importing;
  return (
    <>
      <PageHeader title={t('title')} view={t('new')} views={<ImportViews />} />
      <div className="import">
        <Steps step={step} steps={isTransfer ? stepsOfDump : steps} />
        {step === 'file' && (
          <FileStep
            importing={isTransfer ? transfer : importing}
            kinds={mayTransfer ? [...kinds, 'manager-2'] : kinds}
            kind={isTransfer ? 'manager-2' : kind}
            onKind={(chosen) => setFilters({ kind: chosen })}
          />
        )}
        {isTransfer && <TransferSteps {...transfer} />}
        {!isTransfer && step === 'columns' && answer && <ColumnsStep {...importing} answer={answer} />}
        {!isTransfer && step === 'rows' && answer && <RowsStep {...importing} answer={answer} />}
        {!isTransfer && step === 'done' && answer && result && (
          <ResultStep answer={answer} result={result} onAnother={importing.restart} />
        )}
      </div>
    </>
  );
}

/** Where one is. A step that was gone to takes the focus. */
function Steps({ step, steps }: { readonly step: Step; readonly steps: readonly Step[] }) {
  const { t } = useTranslation('imports');
  const { number } = useFormat();
  const list = useRef<HTMLOListElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    list.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [step]);
  const now = steps.indexOf(step);
  return (
    <ol
      ref={list}
      tabIndex={-1}
      className="import-steps no-print"
      aria-label={t('stepOf', { number: now + 1, all: steps.length, name: t(`steps.${step}`) })}
    >
      {steps.map((name, index) => (
        <li key={name} aria-current={index === now ? 'step' : undefined} data-done={index < now || undefined}>
          <span className="import-number" aria-hidden>
            {number(index + 1)}
          </span>
          <Text span size="sm" inherit>
            {t(`steps.${name}`)}
          </Text>
        </li>
      ))}
    </ol>
  );
}
