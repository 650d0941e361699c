import { Button, Group, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { Name } from '../../ui/values.tsx';
import { WaitingAlert } from '../../ui/WaitingAlert.tsx';
import { useBreakText } from './LogValue.tsx';
import {
  type LogWork,
  resend,
  startSending,
  useWaitingLogs,
  type WaitingLog,
  waitingLogs,
} from './outbox.ts';
import type { LogValues } from './values.ts';
import './logs.css';

/** One change that waits, and what its person may decide about it. */
function Waiting({ entry }: { readonly entry: WaitingLog }) {
  const { t } = useTranslation('logs');
  const { longDay } = useFormat();
  const textOf = useValuesText();
  const { work } = entry;
  const { workerName, date } = work.kind === 'create' ? work.place : work.log;
  return (
    <li>
      <Text fw={600}>
        <Name>{workerName}</Name>
      </Text>
      <Text size="sm">{longDay(date)}</Text>
      <Text size="sm">{textOf(work.values)}</Text>
      <Question entry={entry} />
      <Group gap="xs" mt="xs">
        <Answer entry={entry} name={workerName} />
        <Button
          size="xs"
          variant="default"
          aria-label={`${t('waiting.discard')}: ${workerName}`}
          onClick={() => void waitingLogs.remove(entry.id)}
        >
          {t('waiting.discard')}
        </Button>
      </Group>
    </li>
  );
}

function useValuesText() {
  const { t } = useTranslation('logs');
  const { clock, money } = useFormat();
  const breakTextOf = useBreakText();
  return (values: LogValues) => {
    const { isAbsent, startingTime, finishingTime, payment, extraNotes } = values;
    return [
      isAbsent ? t('absent') : `\u2066${clock(startingTime)}–${clock(finishingTime)}\u2069`,
      breakTextOf(values),
      Number(payment) > 0 && money(payment),
      extraNotes,
    ]
      .filter(Boolean)
      .join(' · ');
  };
}

function Question({ entry: { question } }: { readonly entry: WaitingLog }) {
  const { t } = useTranslation('logs');
  const { t: common } = useTranslation();
  const textOf = useValuesText();
  if (!question) return null;
  const theirs = question.kind === 'recorded' ? question.theirs : [];
  const values = question.kind === 'changed' ? [question.latest.values] : theirs;
  return (
    <Text size="sm" c="var(--mantine-color-error)">
      {question.kind === 'refused'
        ? common(`errors.${question.code}`)
        : t('waiting.theirs', { values: values.map(textOf).join(' · ') })}
    </Text>
  );
}

/** What becomes of the change where somebody says that it is to be made all the same. */
function answered({ work, question }: WaitingLog): LogWork {
  if (work.kind === 'create') return { ...work, isShift: work.isShift || question?.kind === 'recorded' };
  return question?.kind === 'changed' ? { ...work, base: question.latest } : work;
}

function Answer({ entry, name }: { readonly entry: WaitingLog; readonly name: string }) {
  const { t } = useTranslation('logs');
  const { t: common } = useTranslation();
  if (!entry.question) return null;
  const texts = {
    recorded: t('waiting.both'),
    changed: t('waiting.mine'),
    refused: common('tryAgain'),
  };
  return (
    <Button
      size="xs"
      aria-label={`${texts[entry.question.kind]}: ${name}`}
      onClick={() => void resend(entry.id, answered(entry))}
    >
      {texts[entry.question.kind]}
    </Button>
  );
}

/** Says how much waits for the network, shows it, and asks where it cannot be sent as it is. */
export function WaitingNotice() {
  const { t } = useTranslation('logs');
  const entries = useWaitingLogs().filter(({ done }) => done === undefined);
  useEffect(startSending, []);
  const asked = entries.filter(({ question }) => question !== undefined).length;
  if (entries.length === 0) return null;
  return (
    <WaitingAlert
      text={asked > 0 ? t('waiting.asked', { count: asked }) : t('waiting.count', { count: entries.length })}
      isAsking={asked > 0}
      showLabel={t('waiting.show')}
      title={t('waiting.title')}
      className="waiting-list"
    >
      {entries.map((entry) => (
        <Waiting key={entry.id} entry={entry} />
      ))}
    </WaitingAlert>
  );
}
