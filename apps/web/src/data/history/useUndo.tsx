import { isApiError } from '@daybook/client';
import { type Issue, type Resource, resources } from '@daybook/domain';
import { Table } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { client } from '../../api.ts';
import { useFailureNotice } from '../../lib/errors.ts';
import { versionCondition } from '../../lib/record-changes.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { removeRecord, updateRecord } from '../record-client.ts';
import { useRecordTexts } from '../record-description.ts';
import { useRefresh } from '../refresh.ts';
import { differences, type Entry } from './entry.ts';
import { FieldValue } from './Sentence.tsx';

type Changed = Extract<Issue, { readonly code: 'changed_since' }>;

/** What has another value by now than the change gave it; empty for any other failure. */
const changedSince = (error: unknown): readonly Changed[] =>
  isApiError(error) && error.data.code === 'UNDO_CONFLICT'
    ? error.data.issues.filter((issue): issue is Changed => issue.code === 'changed_since')
    : [];

interface Asked {
  readonly entry: Entry;
  /** Whatever the record holds now. */
  readonly isForced: boolean;
}

const isResource = (kind: Entry['kind']): kind is Resource => resources.some((name) => name === kind);

/** As by hand: the fields get the values from before; a new record is deleted. */
function force({ kind, record, before }: Entry): Promise<unknown> {
  if (kind === 'settings') return client.settings.update.mutate(before ?? {});
  if (!isResource(kind)) throw new Error(`Of ${kind} nothing is undone.`);
  return before
    ? updateRecord(kind, record, before)
    : removeRecord(kind, record, versionCondition(undefined));
}

/** Takes a change back; where the record has changed since, shows both values and lets the person decide. */
export function useUndo() {
  const { t } = useTranslation('journal');
  const { t: common } = useTranslation();
  const refresh = useRefresh();
  const fail = useFailureNotice();
  const confirm = useConfirm();
  const { mutate } = useMutation({
    mutationFn: async ({ entry, isForced }: Asked) =>
      isForced ? force(entry) : client.journal.undo.mutate({ entryID: entry._id }),
    onSuccess: () => void notifications.show({ message: common('undone') }),
    onError: (error, { entry }) => {
      const changed = changedSince(error);
      if (changed.length === 0) return fail(error);
      confirm({
        title: t('conflictTitle'),
        text: <Conflict entry={entry} changed={changed} />,
        confirm: t(entry.before ? 'putBackAnyway' : 'deleteAnyway'),
        cancel: t('keep'),
        onConfirm: () => mutate({ entry, isForced: true }),
      });
    },
    onSettled: (_data, _error, { entry }) => refresh(entry.kind),
  });
  return (entry: Entry) => mutate({ entry, isForced: false });
}

/** For each field: what the change made of it, what it is now, and what it would be. */
function Conflict({ entry, changed }: { readonly entry: Entry; readonly changed: readonly Changed[] }) {
  const { t } = useTranslation('journal');
  const { fieldOf } = useRecordTexts();
  const { kind, before } = entry;
  const rows = differences(
    before,
    changed.map(({ path: [name = ''], params }) => ({ field: String(name), ...params })),
  );
  return (
    <>
      <p className="plain">{t('conflictText')}</p>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('field')}</Table.Th>
            <Table.Th>{t('wasSet')}</Table.Th>
            <Table.Th>{t('isNow')}</Table.Th>
            {before && <Table.Th>{t('wouldBe')}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ field, values }) => (
            <Table.Tr key={field}>
              <Table.Th scope="row">{fieldOf(kind, field)}</Table.Th>
              {values.map((value, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns of one row
                <Table.Td key={index}>
                  <FieldValue kind={kind} field={field} value={value} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}
