import type { Outputs } from '@daybook/client';
import { undoDays } from '@daybook/domain';
import { Button, Text, Title } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useMay, useMe } from '../../data/me.ts';
import type { Cheque } from '../../entities/cheques/cheque.ts';
import { useChequeEvents } from '../../entities/cheques/events.ts';
import { now } from '../../lib/dates.ts';
import { useFormat } from '../../lib/format.ts';
import { nextPage, useRows } from '../../lib/paging.ts';
import { ErrorState, Loading } from '../../ui/states.tsx';
import { Day, Name } from '../../ui/values.tsx';
import { lastOf, undoneIn } from './past-due.ts';

type Event = Outputs['cheques']['events']['items'][number];

/** What happened to a cheque, oldest first; the last event can be taken back. */
export function ChequeTimeline({ cheque }: { readonly cheque: Cheque }) {
  const { t } = useTranslation('cheques');
  const { t: journal } = useTranslation('journal');
  const { dayOfInstant, instant } = useFormat();
  const { undo } = useChequeEvents();
  const mayUndo = useMayUndo();
  const heading = useId();
  const query = useInfiniteQuery(api.cheques.events.infiniteQueryOptions({ chequeID: cheque._id }, nextPage));
  const { rows: events } = useRows(query, true);
  // It may still be as it was before the last event: its version would be refused then.
  const { data: stored } = useQuery(api.cheques.get.queryOptions({ chequeID: cheque._id }));
  const undone = undoneIn(events);
  const last = lastOf(events);
  const { createdAt } = cheque;
  return (
    <section className="life" aria-labelledby={heading}>
      <Title order={2} size="h5" id={heading}>
        {t('timeline')}
      </Title>
      {query.error && <ErrorState error={query.error} reset={() => void query.refetch()} />}
      {query.isPending && <Loading />}
      <ol className="timeline">
        <Item day={dayOfInstant(createdAt)}>{t('entered')}</Item>
        {events.map((event) => (
          <Item
            key={event._id}
            day={event.date}
            note={
              <>
                <Name>{event.actorName || journal('operator')}</Name>
                {' · '}
                <span className="number">{instant(event.createdAt)}</span>
              </>
            }
            isUndone={undone.has(event._id)}
            onUndo={
              event === last && event.toStatus === stored?.status && mayUndo(event)
                ? () => void undo(stored)
                : undefined
            }
          >
            <What event={event} undoes={events.find(({ _id }) => _id === event.undoes)} />
          </Item>
        ))}
      </ol>
    </section>
  );
}

/** As the service decides it: an Administrator any event, others what they recorded lately. */
function useMayUndo() {
  const { _id, accessLevel } = useMe();
  const isAllowed = useMay()('cheques.addEvent');
  const since = now().getTime() - undoDays * 86_400_000;
  return ({ actor, createdAt }: Event) =>
    isAllowed && (accessLevel === 'Administrator' || (actor === _id && Date.parse(createdAt) > since));
}

interface ItemProps {
  readonly day: string;
  readonly note?: ReactNode;
  readonly isUndone?: boolean;
  readonly onUndo?: (() => void) | undefined;
  readonly children: ReactNode;
}

function Item({ day, note, isUndone = false, onUndo, children }: ItemProps) {
  const { t } = useTranslation();
  const text = useId();
  return (
    <li>
      <span className="timeline-day">
        <Day value={day} />
      </span>
      <div className="timeline-text">
        <span id={text}>{isUndone ? <del>{children}</del> : children}</span>
        {note && (
          <Text size="xs" c="dimmed">
            {note}
          </Text>
        )}
      </div>
      {onUndo && (
        <Button
          variant="subtle"
          size="compact-sm"
          className="no-print"
          leftSection={<IconArrowBackUp size={16} className="mirrored" aria-hidden />}
          aria-describedby={text}
          onClick={onUndo}
        >
          {t('undo')}
        </Button>
      )}
    </li>
  );
}

/** The event in a word, with its reason and what it cost. */
function What({ event, undoes }: { readonly event: Event; readonly undoes: Event | undefined }) {
  const { t } = useTranslation('cheques');
  const { money } = useFormat();
  const { kind, reason, charge } = event;
  return (
    <>
      <strong>
        {t(`events.${kind}`)}
        {undoes && `: ${t(`events.${undoes.kind}`)}`}
      </strong>
      {charge !== null && <> · {t('charged', { amount: money(charge) })}</>}
      {reason && (
        <>
          {' · '}
          <Name>{reason}</Name>
        </>
      )}
    </>
  );
}
