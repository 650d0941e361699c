import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { markOf, useAnnouncedNotes, useChangeNotes } from '../../lib/live.ts';
import { Code, Money, Name } from '../../ui/values.tsx';
import { AbsentBadge, FinishTime, useBreakText } from './LogValue.tsx';
import type { Log } from './values.ts';
import './logs.css';

interface Props {
  readonly logs: readonly Log[];
  readonly label: string;
}

/** A worker's own logs, two short lines each: made for a phone. */
export function OwnLogs({ logs, label }: Props) {
  const { t } = useTranslation('logs');
  const { t: common } = useTranslation();
  const { longDay } = useFormat();
  const noteOf = useChangeNotes();
  useAnnouncedNotes(logs.map(({ _id: record, date }) => ({ record, name: longDay(date) })));
  if (logs.length === 0)
    return (
      <Text c="dimmed" py="sm">
        {common('nothing')}
      </Text>
    );
  return (
    <ul className="own-logs" aria-label={label}>
      {logs.map((log) => (
        <OwnLog
          key={log._id}
          log={log}
          note={noteOf(log._id)}
          labels={{ hours: t('hours'), payment: t('fields.payment') }}
        />
      ))}
    </ul>
  );
}

interface OwnLogProps {
  readonly log: Log;
  /** Who has just changed it. */
  readonly note: string | undefined;
  readonly labels: { readonly hours: string; readonly payment: string };
}

function OwnLog({ log, note, labels }: OwnLogProps) {
  const { longDay, clock, duration } = useFormat();
  const breakTextOf = useBreakText();
  const { date, isAbsent, startingTime, workedMinutes, payment, extraNotes } = log;
  const rest = breakTextOf(log);
  return (
    <li {...markOf(note)}>
      <span className="own-day">{longDay(date)}</span>
      <span className="own-value">
        {!isAbsent && (
          <>
            <span className="own-label">{labels.hours}</span> <Code>{duration(workedMinutes)}</Code>
          </>
        )}
      </span>
      <span>
        {isAbsent ? (
          <AbsentBadge />
        ) : (
          <>
            <span dir="ltr">
              {startingTime && <Code>{clock(startingTime)}</Code>}–<FinishTime log={log} />
            </span>
            {rest && ` · ${rest}`}
          </>
        )}
      </span>
      <span className="own-value">
        <span className="own-label">{labels.payment}</span> <Money value={payment} />
      </span>
      {extraNotes && (
        <span className="own-notes">
          <Name>{extraNotes}</Name>
        </span>
      )}
    </li>
  );
}
