import { type Conditional, once } from '@daybook/client';
import type { Import, ImportKind, ImportResult, ImportRow } from '@daybook/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { client } from '../../api.ts';
import { useFormat } from '../../lib/format.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { useUnsaved } from '../../lib/unsaved.ts';
import {
  type Choice,
  type Corrections,
  faultyRows,
  formOf,
  isCreated,
  isWhole,
  phonesCorrected,
  type Reading,
} from './importing.ts';

export type Step = 'file' | 'columns' | 'rows' | 'done';

const unread = (kind: ImportKind): Reading => ({ kind, corrections: new Map(), newPayees: false });
const noChoice: Choice = { skip: new Set(), include: new Set() };

/** Phone numbers as people dial them where they are; what reads them is 25 kB, and few files need it. */
function useDialled() {
  const { locale } = useFormat();
  const { timeZone } = usePreferences();
  return async (answer: Import, corrections: Corrections) => {
    const isAtFault = answer.rows.some(({ issues }) => issues?.some(({ code }) => code === 'invalid_phone'));
    const phones = isAtFault && (await import('../../lib/phones.ts').catch(() => undefined));
    if (!phones) return undefined;
    const country = phones.countryOf(timeZone, locale);
    return phonesCorrected(answer, corrections, (typed) => phones.toInternational(typed, country) ?? typed);
  };
}

type Unread = Pick<Import, '_id' | 'counts' | 'rows'>;

/** The rows after the first ones, which an answer has. */
export async function allRows({ _id: importID, counts, rows }: Unread): Promise<ImportRow[]> {
  const all = [...rows];
  while (!isWhole({ counts, rows: all })) {
    const page = await client.imports.rows.query({ importID, after: all.length, limit: 1000 });
    all.push(...page.rows);
  }
  return all;
}

/** A file on its way to be records. The browser keeps it, and sends it again where it is to be read otherwise. */
export function useImport(kind: ImportKind) {
  const queryClient = useQueryClient();
  const [step, setStep] = useState<Step>('file');
  const [file, setFile] = useState<File>();
  const [read, setRead] = useState<Reading>(unread(kind));
  // Shown from the moment at which it is chosen.
  const [asked, setAsked] = useState<Reading>();
  const reading = asked ?? read;
  const [answer, setAnswer] = useState<Import>();
  const [choice, setChoice] = useState(noChoice);
  const [result, setResult] = useState<ImportResult>();
  const [busy, setBusy] = useState<'reading' | 'completing' | 'committing'>();
  const [failure, setFailure] = useState<unknown>();
  const latest = useRef(0);
  const dialled = useDialled();
  useUnsaved(() => answer !== undefined && result === undefined);

  /** The first rows are shown before the others are there. */
  const complete = async (own: number, answered: Import) => {
    setBusy('completing');
    try {
      const rows = await allRows(answered);
      if (own === latest.current) setAnswer({ ...answered, rows });
    } catch (error) {
      if (own === latest.current) setFailure(error);
    } finally {
      if (own === latest.current) setBusy(undefined);
    }
  };

  /** Sends the file; undefined where it could not be read, or where something else has been asked for meanwhile. */
  const send = async (sent: File, wanted: Reading): Promise<Import | undefined> => {
    const own = ++latest.current;
    setBusy('reading');
    setAsked(wanted);
    setFailure(undefined);
    try {
      let answered = await client.imports.create.mutate(formOf(sent, wanted));
      if (answered.counts.error > 0 && answered.columns.some(({ field }) => field === 'phoneNumber'))
        answered = { ...answered, rows: await allRows(answered) };
      if (own !== latest.current) return undefined;
      const corrections = await dialled(answered, wanted.corrections);
      if (corrections) {
        void client.imports.remove.mutate({ importID: answered._id }).catch(() => undefined);
        return await send(sent, { ...wanted, corrections });
      }
      setFile(sent);
      setRead(wanted);
      setAnswer(answered);
      // What it takes the place of would only wait for its end.
      if (answer) void client.imports.remove.mutate({ importID: answer._id }).catch(() => undefined);
      setAsked(undefined);
      void complete(own, answered);
      return answered;
    } catch (error) {
      if (own === latest.current) {
        setFailure(error);
        setAsked(undefined);
        setBusy(undefined);
      }
      return undefined;
    }
  };

  /** Begins with a file. */
  const open = async (chosen: File) => {
    setChoice(noChoice);
    if (await send(chosen, unread(kind))) setStep('columns');
  };

  /** Reads the same file otherwise. */
  const readAgain = async (changes: Partial<Reading>) => file && send(file, { ...reading, ...changes });

  // Sent again after a failure of which nobody knows whether it was done, the same choice is done once.
  const sending = useRef<{ readonly content: string; readonly condition: Conditional }>(undefined);
  const commit = async () => {
    if (!answer || busy || !isWhole(answer)) return;
    const included = answer.rows.filter((row) => isCreated(row, choice));
    const skip = answer.rows.filter(({ result, row }) => result === 'create' && choice.skip.has(row));
    const input = {
      importID: answer._id,
      skip: skip.map(({ row }) => row),
      include: included.filter(({ result }) => result === 'duplicate').map(({ row }) => row),
    };
    const content = JSON.stringify(input);
    if (sending.current?.content !== content) sending.current = { content, condition: once() };
    setBusy('committing');
    setFailure(undefined);
    try {
      setResult(await client.imports.commit.mutate(input, sending.current.condition));
      setStep('done');
      void queryClient.invalidateQueries();
    } catch (error) {
      // What has changed since the file was read shows at its rows.
      if (file && faultyRows(error).length > 0) await send(file, reading);
      setFailure(error);
    } finally {
      setBusy(undefined);
    }
  };

  const restart = () => {
    latest.current += 1;
    setFile(undefined);
    setAnswer(undefined);
    setResult(undefined);
    setFailure(undefined);
    setStep('file');
  };

  const goTo = (next: Step) => {
    setFailure(undefined);
    setStep(next);
  };
  return {
    step,
    goTo,
    file,
    reading,
    answer,
    choice,
    setChoice,
    result,
    busy,
    failure,
    setFailure,
    open,
    readAgain,
    commit,
    restart,
  };
}

export type Importing = ReturnType<typeof useImport>;

/** The same where a file has been read. */
export interface OpenImport extends Importing {
  readonly answer: Import;
}
