import type { Outputs } from '@daybook/client';
import type { ImportResult } from '@daybook/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api.ts';
import { useUnsaved } from '../../lib/unsaved.ts';
import { allRows, type Step } from './useImport.ts';

/** A database of Manager-2.0 on its way to be records. */
export function useTransfer() {
  const queryClient = useQueryClient();
  const [step, setStep] = useState<Step>('file');
  const [answer, setAnswer] = useState<Outputs['imports']['transfer']>();
  const [result, setResult] = useState<ImportResult>();
  const [busy, setBusy] = useState<'reading' | 'committing'>();
  const [failure, setFailure] = useState<unknown>();
  useUnsaved(() => answer !== undefined && result === undefined);

  const run = async (kind: typeof busy, work: () => Promise<void>) => {
    setBusy(kind);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(undefined);
    }
  };
  const open = (file: File) =>
    run('reading', async () => {
      const form = new FormData();
      form.set('file', file);
      const read = await client.imports.transfer.mutate(form);
      setAnswer({ ...read, rows: await allRows(read) });
      setStep('rows');
    });
  // Sent again, the same import is committed once.
  const commit = () =>
    run('committing', async () => {
      if (!answer) return;
      setResult(await client.imports.commit.mutate({ importID: answer._id }));
      setStep('done');
      void queryClient.invalidateQueries();
    });
  const restart = () => {
    setAnswer(undefined);
    setResult(undefined);
    setFailure(undefined);
    setStep('file');
  };
  return { step, answer, result, busy, failure, setFailure, open, commit, restart };
}

export type Transfer = ReturnType<typeof useTransfer>;
