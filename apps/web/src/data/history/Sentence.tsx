import {
  type ChequeStatus,
  Clock as ClockSchema,
  Day as DaySchema,
  Instant as InstantSchema,
  type JournalKind,
  journalled,
  Money as MoneySchema,
  type PayEntryKind,
  type Rate,
  type Role,
  referenceFields,
  type Settlement,
  Total as TotalSchema,
} from '@daybook/domain';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../api.ts';
import { useFormat } from '../../lib/format.ts';
import { Code, Day, LongCode, Money, Name } from '../../ui/values.tsx';
import { YesOrNo } from '../fields.tsx';
import { useRecordTexts } from '../record-description.ts';
import { type Entry, sentenceOf } from './entry.ts';

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

/** What the journal knows of an account and no answer does. */
const unanswered: z.ZodRawShape = {
  passwordChangedAt: InstantSchema,
  logInLinkUntil: InstantSchema.nullable(),
  recoveryCodesAt: InstantSchema.nullable(),
  confirmedAt: InstantSchema.nullable(),
};

/** The schema of a field as it is answered, also of one within another: `totals.earned`. */
function schemaOf(kind: JournalKind, field: string): z.core.$ZodType | undefined {
  const whole: z.core.$ZodType = journalled[kind].extend(unanswered);
  return field.split('.').reduce<z.core.$ZodType | undefined>((schema, name) => {
    const part = schema instanceof z.ZodObject ? (schema.shape as z.core.$ZodShape)[name] : undefined;
    return part instanceof z.ZodNullable ? part.unwrap() : part;
  }, whole);
}

/** Which of the scalars a schema is, also with a description of its own. */
const scalarOf = (schema: z.core.$ZodType | undefined) =>
  [MoneySchema, TotalSchema, DaySchema, ClockSchema, InstantSchema].find(
    (one) => one === schema || one === schema?._zod.parent,
  );

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
  switch (scalarOf(schemaOf(kind, field))) {
    case MoneySchema:
    case TotalSchema:
      return <Money value={value} />;
    case DaySchema:
      return <Day value={value} />;
    case ClockSchema:
      return <Code>{clock(value)}</Code>;
    case InstantSchema:
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
