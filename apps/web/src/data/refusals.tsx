import type { Issue } from '@daybook/domain';
import { List, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { useErrorText, useIssueText } from '../lib/errors.ts';
import { Name } from '../ui/values.tsx';

/** That one of many records is refused. */
export interface Refusal {
  /** Of whom or what it is. */
  readonly name: string;
  /** Or an issue, whose path begins with the part. */
  readonly error: unknown;
}

/** Some are refused, so nothing is done. */
export class RefusedError extends Error {
  readonly refusals: readonly Refusal[];

  constructor(refusals: readonly Refusal[]) {
    super('Refused.');
    this.refusals = refusals;
  }
}

/** Lists what is refused, and why. */
export function useRefusals() {
  const { t } = useTranslation();
  const reasonOf = useReasons();
  return (refusals: readonly Refusal[], title = t('failedCount', { count: refusals.length })) =>
    notifications.show({
      color: 'red',
      role: 'alert',
      autoClose: false,
      title,
      message: <Failed failed={refusals.map(({ name, error }) => ({ name, reason: reasonOf(error) }))} />,
    });
}

/** Why a record is refused. */
function useReasons() {
  const { t } = useTranslation();
  const textOf = useErrorText();
  const issueText = useIssueText();
  return (error: unknown): string => {
    if (error instanceof Error) return textOf(error);
    const issue = error as Issue;
    const [part, field] = issue.path;
    if (issue.code === 'refused') {
      const { code } = issue.params;
      if (part === 'create' && code === 'PRECONDITION_FAILED') return t('bulk.recordedMeanwhile');
      return t(`errors.${code}` as 'errors.INTERNAL', { defaultValue: issue.message });
    }
    if (field === 'version') return t('errors.PRECONDITION_FAILED');
    const isGone = issue.code === 'unknown_reference' && (field === undefined || field === '_id');
    return isGone ? t('errors.NOT_FOUND') : issueText(issue);
  };
}

const MAX_LINES = 8;

interface FailedProps {
  readonly failed: readonly { readonly name: string; readonly reason: string }[];
}

function Failed({ failed }: FailedProps) {
  const { t } = useTranslation();
  return (
    <>
      <List size="sm">
        {failed.slice(0, MAX_LINES).map(({ name, reason }) => (
          <List.Item key={name}>
            <Name>{name}</Name>: {reason}
          </List.Item>
        ))}
      </List>
      {failed.length > MAX_LINES && (
        <Text size="sm">{t('andMore', { count: failed.length - MAX_LINES })}</Text>
      )}
    </>
  );
}
