import type { ImportResult, KeptImport } from '@daybook/domain';
import { Alert, Anchor, Button, Group, SimpleGrid, Text, Title } from '@mantine/core';
import { IconArrowBackUp, IconCircleCheck, IconPrinter } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../data/me.ts';
import { useRecordTexts } from '../../data/record-description.ts';
import { useFormat } from '../../lib/format.ts';
import { useUnsaved } from '../../lib/unsaved.ts';
import { HandoverCard } from '../../ui/HandoverCard.tsx';
import { listOf } from './importing.ts';
import { useUndoImport } from './undo.tsx';
import { useCreatedText, useKindTitle } from './words.ts';

/** From the commit, as the service has it. */
const LINK_LIFETIME_MS = 24 * 60 * 60 * 1000;

interface Props {
  readonly answer: Pick<KeptImport, '_id' | 'kind'>;
  readonly result: ImportResult;
  readonly onAnother: () => void;
}

/** What was done, where it is to be seen, and the way back. */
export function ResultStep({ answer, result: { counts, links = [] }, onAnother }: Props) {
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
      {links.length > 0 && !isUndone && <Links links={links} />}
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

/** Of new accounts, to be printed, cut apart and handed over: nobody can see them again. */
function Links({ links }: { readonly links: NonNullable<ImportResult['links']> }) {
  const { t } = useTranslation('imports');
  const { t: common } = useTranslation();
  const { t: users } = useTranslation('users');
  const { fieldOf } = useRecordTexts();
  const { instant } = useFormat();
  const [isPrinted, setPrinted] = useState(false);
  const [until] = useState(() => new Date(Date.now() + LINK_LIFETIME_MS).toISOString());
  useUnsaved(() => !isPrinted);
  return (
    <section aria-label={t('links.title')} className="import-links">
      <Title order={2} size="h4" mb={4}>
        {t('links.title')}
      </Title>
      <Text size="sm" mb="sm" className="no-print">
        {t('links.text')}
      </Text>
      <SimpleGrid component="ul" cols={{ base: 1, sm: 2, lg: 3 }} mb="sm">
        {links.map(({ username, url }) => (
          <li key={username}>
            <HandoverCard
              link={url}
              lines={[
                [fieldOf('users', 'username'), username],
                [users('link.address'), url],
                [users('link.until'), instant(until)],
              ]}
            />
          </li>
        ))}
      </SimpleGrid>
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
