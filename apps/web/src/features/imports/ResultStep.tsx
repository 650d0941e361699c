import type { ImportResult, KeptImport } from '@daybook/domain';
import { Alert, Anchor, Button, Group, Table, Text, Title } from '@mantine/core';
import { IconArrowBackUp, IconCircleCheck, IconPrinter } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../data/me.ts';
import { useRecordTexts } from '../../data/record-description.ts';
import { useUnsaved } from '../../lib/unsaved.ts';
import { listOf } from './importing.ts';
import { useUndoImport } from './undo.tsx';
import { useCreatedText, useKindTitle } from './words.ts';

interface Props {
  readonly answer: Pick<KeptImport, '_id' | 'kind'>;
  readonly result: ImportResult;
  readonly onAnother: () => void;
}

/** What was done, where it is to be seen, and the way back. */
export function ResultStep({ answer, result: { counts, passwords = [] }, onAnother }: Props) {
  const { t } = useTranslation('imports');
  const { t: history } = useTranslation('journal');
  const may = useMay();
  const titleOf = useKindTitle();
  const createdText = useCreatedText();
  const [isUndone, setUndone] = useState(false);
  const undo = useUndoImport(answer);
  const { kind } = answer;
  const created = createdText({ kind, ...counts });
  return (
    <>
      {isUndone ? (
        <Text role="status" mb="md">
          {t('undone')}
        </Text>
      ) : (
        <Alert
          variant="default"
          role="status"
          icon={<IconCircleCheck />}
          mb="md"
          title={t('done', { created })}
        >
          <Group>
            {kind !== 'manager-2' && (
              <Anchor component={Link} to={listOf(kind)} size="sm">
                {titleOf(kind)}
              </Anchor>
            )}
            {counts.payees > 0 && kind !== 'payees' && (
              <Anchor component={Link} to="/payees" size="sm">
                {titleOf('payees')}
              </Anchor>
            )}
            {may('journal.list') && (
              <Anchor
                component={Link}
                to="/history"
                search={{ ...(kind !== 'manager-2' && { kind }), action: 'create' } as never}
                size="sm"
              >
                {history('title')}
              </Anchor>
            )}
          </Group>
        </Alert>
      )}
      {passwords.length > 0 && !isUndone && <Passwords passwords={passwords} />}
      <Group className="no-print">
        <Button onClick={onAnother}>{t('another')}</Button>
        {!isUndone && (
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={16} className="mirrored" aria-hidden />}
            onClick={() => undo(() => setUndone(true))}
          >
            {t('undo.run')}
          </Button>
        )}
      </Group>
    </>
  );
}

/** Of new accounts, to be printed and handed over: nobody can see them again. */
function Passwords({ passwords }: { readonly passwords: NonNullable<ImportResult['passwords']> }) {
  const { t } = useTranslation('imports');
  const { t: common } = useTranslation();
  const { t: users } = useTranslation('users');
  const { fieldOf } = useRecordTexts();
  const [isPrinted, setPrinted] = useState(false);
  useUnsaved(() => !isPrinted);
  return (
    <section aria-label={t('passwords.title')} className="import-passwords">
      <Title order={2} size="h4" mb={4}>
        {t('passwords.title')}
      </Title>
      <Text size="sm" mb="sm" className="no-print">
        {t('passwords.text')}
      </Text>
      <Table mb="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{fieldOf('users', 'username')}</Table.Th>
            <Table.Th>{users('password')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {passwords.map(({ username, password }) => (
            <Table.Tr key={username}>
              <Table.Td>
                <bdi>{username}</bdi>
              </Table.Td>
              <Table.Td ff="monospace">
                <bdi dir="ltr">{password}</bdi>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Button
        mb="md"
        className="no-print"
        leftSection={<IconPrinter size={16} aria-hidden />}
        onClick={() => {
          window.print();
          setPrinted(true);
        }}
      >
        {common('print')}
      </Button>
    </section>
  );
}
