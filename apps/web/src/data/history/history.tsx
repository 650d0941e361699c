import { Badge, Button, Collapse, Text, Title } from '@mantine/core';
import { IconArrowBackUp, IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import type { DayText } from '../../lib/dates.ts';
import { useFormat } from '../../lib/format.ts';
import { nextPage, useRows } from '../../lib/paging.ts';
import { List } from '../../ui/states.tsx';
import { ClosedMark, useClosings } from '../closed.tsx';
import { useMay, useMe } from '../me.ts';
import { useRecordTexts } from '../record-description.ts';
import { type Entry, entryUndoDecision, sentenceOf, toldBelow, undoClosed } from './entry.ts';
import { FieldValue, Sentence } from './Sentence.tsx';
import { useUndo } from './useUndo.tsx';
import './history.css';

interface Props {
  readonly entries: readonly Entry[];
  /** Of the headings of the days. */
  readonly order?: 2 | 3;
}

/** Entries of the journal as sentences, by day, each with its undo. */
export function EntryList({ entries, order = 2 }: Props) {
  const { dayOfInstant, longDay } = useFormat();
  const undo = useUndo();
  const closed = useClosings()?.current;
  const days = Map.groupBy(entries, ({ at }) => dayOfInstant(at));
  return Array.from(days, ([day, ofDay]) => (
    <section key={day} className="history-day">
      <Title order={order} size="h5">
        {longDay(day)}
      </Title>
      <ol className="history">
        {ofDay.map((entry) => (
          <EntryItem
            key={entry._id}
            entry={entry}
            closedThrough={undoClosed(entry, closed)}
            onUndo={() => undo(entry)}
          />
        ))}
      </ol>
    </section>
  ));
}

interface ItemProps {
  readonly entry: Entry;
  /** The day up to which its kind is closed, where that keeps it from being undone. */
  readonly closedThrough: DayText | undefined;
  readonly onUndo: () => void;
}

function EntryItem({ entry, closedThrough, onUndo }: ItemProps) {
  const { t } = useTranslation('journal');
  const { timeOfInstant } = useFormat();
  const text = useId();
  return (
    <li>
      <span className="number history-time">{timeOfInstant(entry.at)}</span>
      <div className="history-text">
        <span id={text}>
          <Sentence entry={entry} />
        </span>{' '}
        {entry.undoes && (
          <Badge variant="light" tt="none">
            {t('isUndo')}
          </Badge>
        )}
        <Details entry={entry} />
      </div>
      <UndoButton entry={entry} closedThrough={closedThrough} text={text} onUndo={onUndo} />
    </li>
  );
}

interface UndoProps extends ItemProps {
  /** The id of its sentence. */
  readonly text: string;
}

function UndoButton({ entry, closedThrough, text, onUndo }: UndoProps) {
  const { t } = useTranslation('journal');
  const { t: common } = useTranslation();
  const { _id: id, accessLevel: role } = useMe();
  if (entry.undoneBy)
    return (
      <Badge variant="default" tt="none" className="history-undo">
        {t('undone')}
      </Badge>
    );
  const decision = entryUndoDecision({ id, role }, entry);
  if (decision === 'never')
    return (
      <Text size="xs" c="dimmed" className="history-undo">
        {t('never')}
      </Text>
    );
  if (decision !== 'allowed') return null;
  if (closedThrough)
    return (
      <span className="history-undo">
        <ClosedMark through={closedThrough} />
      </span>
    );
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      className="history-undo no-print"
      leftSection={<IconArrowBackUp size={16} className="mirrored" aria-hidden />}
      aria-describedby={text}
      onClick={onUndo}
    >
      {common('undo')}
    </Button>
  );
}

const detailed = new Set(['create', 'update', 'password', 'closings', 'factorsReset']);

/** The fields, where the sentence does not have them. */
function Details({ entry }: { readonly entry: Entry }) {
  const { fieldOf } = useRecordTexts();
  const { kind, action } = entry;
  const { sentence } = sentenceOf(entry);
  const changes = detailed.has(sentence) ? toldBelow(entry) : [];
  if (changes.length === 0) return null;
  return (
    <dl className="history-fields" data-action={action}>
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{fieldOf(kind, field)}</dt>
          <dd>
            {action === 'update' && (
              <>
                <s>
                  <FieldValue kind={kind} field={field} value={before} />
                </s>{' '}
              </>
            )}
            <FieldValue kind={kind} field={field} value={after} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

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
