import { Button, Group, Modal, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format.ts';
import { Code, Name } from '../../../ui/values.tsx';
import type { Pasted, Planned } from '../logic/plan.ts';
import { writeCell } from '../logic/typed-cell.ts';

interface Props extends Pasted {
  readonly onSave: (cells: readonly Planned[]) => void;
  readonly onClose: () => void;
}

type Outcome = 'created' | 'changed' | 'refused';
const outcomeOf = ({ refusal, cell }: Planned): Outcome =>
  refusal ? 'refused' : cell.logs.length === 0 ? 'created' : 'changed';

/** What would become of each cell, and why some cannot be saved, before anything is. */
export function PastePreview({ cells, outside, empty, onSave, onClose }: Props) {
  const { t } = useTranslation('logs');
  const { t: common } = useTranslation();
  const { longDay } = useFormat();
  const words = { present: t('present'), absent: t('absent') };
  const touched = cells.filter(({ steps, refusal }) => refusal || steps.length > 0);
  const same = cells.length - touched.length;
  // What cannot be saved first: that is what there is to decide.
  const listed = touched.toSorted((one, other) => Number(!one.refusal) - Number(!other.refusal));
  const good = cells.filter(({ steps }) => steps.length > 0);
  const counts = Map.groupBy(touched, outcomeOf);
  return (
    <Modal
      opened
      size="xl"
      onClose={onClose}
      title={t('paste.title')}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Text size="sm" mb="xs" role="status">
        {[
          ...[...counts].map(([outcome, { length }]) => t(`paste.${outcome}`, { count: length })),
          touched.length === 0 && t('paste.nothing'),
          same > 0 && t('paste.same', { count: same }),
          empty > 0 && t('paste.empty', { count: empty }),
          outside > 0 && t('paste.outside', { count: outside }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {touched.length > 0 && (
        <Table.ScrollContainer minWidth={480} maxHeight="50dvh">
          <Table aria-label={t('paste.title')} stickyHeader>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('fields.worker')}</Table.Th>
                <Table.Th>{t('fields.date')}</Table.Th>
                <Table.Th>{t('paste.before')}</Table.Th>
                <Table.Th>{t('paste.pasted')}</Table.Th>
                <Table.Th>{t('paste.outcome')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {listed.map((planned) => {
                const { row, cell, typed, content, refusal } = planned;
                return (
                  <Table.Tr key={`${row.worker} ${cell.day}`}>
                    <Table.Td>
                      <Name>{row.workerName}</Name>
                    </Table.Td>
                    <Table.Td>{longDay(cell.day)}</Table.Td>
                    <Table.Td>
                      <Code>{writeCell(cell, words)}</Code>
                    </Table.Td>
                    <Table.Td>{content?.kind === 'absent' ? words.absent : <Code>{typed}</Code>}</Table.Td>
                    <Table.Td c={refusal && 'var(--mantine-color-error)'}>
                      {refusal ? t(`refusals.${refusal}`) : t(`paste.outcomes.${outcomeOf(planned)}`)}
                    </Table.Td>
                  </Table.Tr>
                );
              })}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          {common('close')}
        </Button>
        <Button
          data-autofocus
          disabled={good.length === 0}
          onClick={() => {
            onClose();
            onSave(good);
          }}
        >
          {t('paste.save', { count: good.length })}
        </Button>
      </Group>
    </Modal>
  );
}
