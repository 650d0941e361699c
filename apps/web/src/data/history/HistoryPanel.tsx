import { Button, Collapse } from '@mantine/core';
import { useId } from '@mantine/hooks';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { nextPage, useRows } from '../../lib/rows.ts';
import { List } from '../../ui/List.tsx';
import { useMay } from '../me.ts';
import { EntryList } from './EntryList.tsx';

/** What happened to one record, asked for once somebody wants to see it. */
export function HistoryPanel({ record }: { readonly record: string }) {
  const { t } = useTranslation('journal');
  const may = useMay();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  if (!may('journal.list')) return null;
  return (
    <section className="no-print">
      <Button
        variant="default"
        size="compact-sm"
        mt="md"
        leftSection={<IconHistory size={16} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {t('title')}
      </Button>
      <Collapse expanded={isOpen} id={id}>
        {isOpen && <Entries record={record} />}
      </Collapse>
    </section>
  );
}

function Entries({ record }: { readonly record: string }) {
  const { t } = useTranslation();
  const query = useInfiniteQuery(api.journal.list.infiniteQueryOptions({ record, limit: 50 }, nextPage));
  const { rows, more, hasMore } = useRows(query);
  return (
    <List query={query} count={rows.length} hasMore={hasMore}>
      <EntryList entries={rows} order={3} />
      {hasMore && (
        <Button variant="default" size="compact-sm" onClick={more}>
          {t('more')}
        </Button>
      )}
    </List>
  );
}
