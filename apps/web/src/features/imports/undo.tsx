import type { ImportSummary, ImportUndone } from '@daybook/domain';
import { List, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { client } from '../../api.ts';
import { useChange } from '../../data/change.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Name } from '../../ui/values.tsx';

interface Undoable {
  readonly _id: string;
  readonly kind: ImportSummary['kind'];
}

/** Takes an import back, once somebody has said that it shall be. What was changed since stays, and is named. */
export function useUndoImport({ _id: importID, kind }: Undoable) {
  const { t } = useTranslation('imports');
  const { t: common } = useTranslation();
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  // Of several kinds: whichever it is, everything is asked again.
  const change = useChange(kind === 'manager-2' ? 'logs' : kind);
  return (onUndone: () => void = () => undefined) =>
    confirm({
      title: t('undo.title'),
      text: t('undo.text'),
      confirm: t('undo.run'),
      onConfirm: () =>
        void change({
          run: () => client.imports.remove.mutate({ importID }),
          failed: t('undo.failed'),
          done: (undone) => {
            void queryClient.invalidateQueries();
            onUndone();
            if (undone.kept.length > 0)
              modals.open({
                title: t('undo.kept', { count: undone.kept.length }),
                closeButtonProps: { 'aria-label': common('close') },
                children: <Kept kept={undone.kept} />,
              });
            return t('undo.done', { count: undone.deleted });
          },
        }),
    });
}

const named = 20;

function Kept({ kept }: Pick<ImportUndone, 'kept'>) {
  const { t } = useTranslation('imports');
  const { t: common } = useTranslation();
  return (
    <>
      <Text size="sm" mb="xs">
        {t('undo.keptText')}
      </Text>
      <List size="sm">
        {kept.slice(0, named).map(({ _id, title }) => (
          <List.Item key={_id}>
            <Name>{title}</Name>
          </List.Item>
        ))}
      </List>
      {kept.length > named && <Text size="sm">{common('andMore', { count: kept.length - named })}</Text>}
    </>
  );
}
