import type { Outputs } from '@daybook/client';
import { List, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../lib/format.ts';
import { Code } from '../ui/values.tsx';
import { UNDO_OFFER_MS } from './notices.tsx';

type Warning = NonNullable<Outputs['cheques']['get']['warnings']>[number];

/** A record that was written, and is odd. */
interface Warned {
  readonly _id: string;
  readonly serial: string;
  readonly warnings: readonly Warning[];
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The records of an answer with what is odd about them, wherever they stand in it. */
function warnedIn(answer: unknown): readonly Warned[] {
  if (Array.isArray(answer)) return answer.flatMap(warnedIn);
  if (!isObject(answer)) return [];
  if ('warnings' in answer && 'serial' in answer && Array.isArray(answer.warnings)) return [answer as Warned];
  return Object.values(answer).filter(isObject).flatMap(warnedIn);
}

/** Tells what is odd about what was done: it is done all the same. */
export function showWarnings(answer: unknown): void {
  const warned = warnedIn(answer);
  if (warned.length > 0)
    notifications.show({ color: 'orange', autoClose: UNDO_OFFER_MS, message: <Warnings warned={warned} /> });
}

/** What a person is told of a warning, to be read after the serial; in the service's own words where it is not known here. */
export function useWarningText() {
  const { t } = useTranslation('cheques');
  const { day } = useFormat();
  return ({ code, params, message }: Warning): string =>
    t(`warnings.${code}`, {
      ...params,
      ...(typeof params.dueDate === 'string' && { dueDate: day(params.dueDate) }),
      defaultValue: message,
    });
}

const MAX_LINES = 5;

// A component, since the language may change.
function Warnings({ warned }: { readonly warned: readonly Warned[] }) {
  const { t } = useTranslation('cheques');
  const { t: common } = useTranslation();
  const textOf = useWarningText();
  const lines = warned.flatMap(({ _id, serial, warnings }) =>
    warnings.map((warning) => ({ key: `${_id} ${warning.code}`, serial, text: textOf(warning) })),
  );
  return (
    <>
      <Text size="sm" fw={600}>
        <IconAlertTriangle size={16} className="state-icon soon" aria-hidden /> {t('odd')}
      </Text>
      <List size="sm">
        {lines.slice(0, MAX_LINES).map(({ key, serial, text }) => (
          <List.Item key={key}>
            <Code>{serial}</Code>: {text}
          </List.Item>
        ))}
      </List>
      {lines.length > MAX_LINES && (
        <Text size="sm">{common('andMore', { count: lines.length - MAX_LINES })}</Text>
      )}
    </>
  );
}
