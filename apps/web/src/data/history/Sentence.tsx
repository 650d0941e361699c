import {
  type ChequeStatus,
  type JournalKind,
  type PayEntryKind,
  type Rate,
  type Role,
  referenceFields,
  type Settlement,
} from '@daybook/domain';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useFormat } from '../../lib/format.ts';
import { Code, Day, LongCode, Money, Name } from '../../ui/values.tsx';
import { YesOrNo } from '../fields.tsx';
import { useRecordTexts } from '../record-description.ts';
import { type Entry, fieldType, sentenceOf } from './entry.ts';

type RateBasis = Rate['basis'];
type SettlementStatus = Settlement['status'];

/** What one of several values of a field is called; undefined where the field holds something else. */
function useChoiceText() {
  const { list } = useFormat();
  const { t } = useTranslation();
  const { t: cheques } = useTranslation('cheques');
  const { t: payEntries } = useTranslation('payEntries');
  const { t: rates } = useTranslation('rates');
  const { t: settlements } = useTranslation('settlements');
  const texts: Readonly<Record<string, (value: string) => string>> = {
    accessLevel: (value) => t(`roles.${value as Role}`),
    'cheques.status': (value) => cheques(`statuses.${value as ChequeStatus}`),
    'settlements.status': (value) => settlements(`statuses.${value as SettlementStatus}`),
    'payEntries.kind': (value) => payEntries(`kinds.${value as PayEntryKind}`),
    'tokens.scopes': (value) => list(...value.split(',')),
    'settings.requireSecondFactor': (value) =>
      list(...value.split(',').map((role) => t(`roles.${role as Role}`))),
    'rates.basis': (value) => rates(`bases.${value as RateBasis}`),
  };
  return (kind: JournalKind, field: string, value: unknown) =>
    (texts[`${kind}.${field}`] ?? texts[field])?.(String(value));
}

interface Props {
  readonly kind: JournalKind;
  readonly field: string;
  readonly value: unknown;
}

/** The value of a field as people read it: names for identifiers, amounts and days in their own way. */
export function FieldValue({ kind, field, value }: Props) {
  const { instant, clock, number } = useFormat();
  const choiceText = useChoiceText();
  if (value === null || value === undefined || value === '') return <span>—</span>;
  if (typeof value === 'boolean') return <YesOrNo value={value} />;
  const choice = choiceText(kind, field, value);
  if (choice !== undefined) return <Name>{choice}</Name>;
  if (typeof value === 'number') return <span className="number">{number(value)}</span>;
  if (typeof value !== 'string') return <LongCode>{JSON.stringify(value)}</LongCode>;
  if (field in referenceFields || field === 'replaces' || field === 'user') return <RecordName id={value} />;
  switch (fieldType(field)) {
    case 'amount':
      return <Money value={value} />;
    case 'day':
      return <Day value={value} />;
    case 'clock':
      return <Code>{clock(value)}</Code>;
    case 'instant':
      return <span className="number">{instant(value)}</span>;
    default:
      return <Name>{value}</Name>;
  }
}

/** What a record is called, also one that is deleted. */
function RecordName({ id }: { readonly id: string }) {
  const { data } = useQuery(api.journal.list.queryOptions({ record: id, limit: 1 }));
  return <Name>{data?.items[0]?.subject.title || '…'}</Name>;
}

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
  const { comma } = useFormat();
  return (
    <>
      <Name>{title}</Name>
      {date && (
        <>
          {title && comma}
          <Day value={date} />
        </>
      )}
      {value !== null && (
        <>
          {comma}
          <Money value={value} />
        </>
      )}
    </>
  );
}
