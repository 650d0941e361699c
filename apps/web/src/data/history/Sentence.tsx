import type { JournalKind } from '@daybook/domain';
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Day, Money, Name } from '../../ui/Values.tsx';
import { useRecordTexts } from '../record-texts.ts';
import { type Entry, sentenceOf } from './entry.ts';
import { FieldValue } from './FieldValue.tsx';

/** One entry of the journal as a sentence: who did what to which record. */
export function Sentence({ entry }: { readonly entry: Entry }) {
  const { t, i18n } = useTranslation('journal');
  const { textOf, fieldOf } = useRecordTexts();
  const { kind } = entry;
  const told = sentenceOf(entry);
  const change = 'change' in told ? told.change : undefined;
  const value = (of: unknown) => <FieldValue kind={kind} field={change?.field ?? ''} value={of} />;
  const components: Record<string, ReactElement> = {
    actor: <Actor entry={entry} />,
    // Beside a value that changed, the amount as it is now would confuse.
    subject: <SubjectLink entry={entry} value={change ? null : entry.subject.value} />,
    before: value(change?.before),
    after: value(change?.after),
  };
  const lower = (text: string) => text.toLocaleLowerCase(i18n.language);
  return (
    <Trans
      t={t}
      i18nKey={`sentences.${told.sentence}`}
      values={{ kind: lower(textOf(kind, 'singular')), field: change && lower(fieldOf(kind, change.field)) }}
      components={components}
    />
  );
}

/** Who did it, and by which token. */
function Actor({ entry: { actorName, token } }: { readonly entry: Entry }) {
  const { t } = useTranslation('journal');
  return (
    <>
      <strong>
        <Name>{actorName || t('operator')}</Name>
      </strong>
      {token && (
        <>
          {' '}
          <Trans t={t} i18nKey="byToken" components={{ token: <Name>{token.name || '…'}</Name> }} />
        </>
      )}
    </>
  );
}

/** What the record is called, with its day and amount, and where it is to be seen. */
function SubjectLink({ entry, value }: { readonly entry: Entry; readonly value: string | null }) {
  const { subject, action } = entry;
  const text = <Subject {...subject} value={value} />;
  const address = addressOf(entry);
  if (action === 'delete' || address === undefined) return text;
  return (
    <Anchor component={Link} to={address} inherit underline="always">
      {text}
    </Anchor>
  );
}

/** Those that have a page for each record. */
const pages: Readonly<Partial<Record<JournalKind, string>>> = {
  users: '/users',
  payees: '/payees',
  cheques: '/cheques',
  bankAccounts: '/accounts',
  settlements: '/pay/settlements',
};
/** Those that are listed by day. */
const lists: readonly JournalKind[] = ['logs', 'bills'];

/** Its page, or its list at its day. */
function addressOf({ kind, record, subject: { date } }: Entry): string | undefined {
  if (kind === 'settings') return '/settings';
  if (pages[kind]) return `${pages[kind]}/${record}`;
  return date && lists.includes(kind) ? `/${kind}?from=${date}&to=${date}` : undefined;
}

function Subject({ title, date, value }: Entry['subject']) {
  return (
    <>
      <Name>{title}</Name>
      {date && (
        <>
          {title && ', '}
          <Day value={date} />
        </>
      )}
      {value !== null && (
        <>
          {', '}
          <Money value={value} />
        </>
      )}
    </>
  );
}
