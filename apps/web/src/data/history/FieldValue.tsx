import {
  Clock as ClockSchema,
  Day as DaySchema,
  Instant as InstantSchema,
  type JournalKind,
  journalled,
  Money as MoneySchema,
  referenceFields,
} from '@daybook/domain';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { api } from '../../api.ts';
import { useFormat } from '../../lib/format.ts';
import { Code, Day, LongCode, Money, Name } from '../../ui/Values.tsx';
import { YesOrNo } from '../fields.tsx';
import { useChoiceText } from './choice-text.ts';

/** What the journal knows of an account and no answer does. */
const unanswered: z.ZodRawShape = { passwordChangedAt: InstantSchema };

/** The schema of a field as it is answered. */
function schemaOf(kind: JournalKind, field: string): z.core.$ZodType | undefined {
  const shape: z.core.$ZodShape = journalled[kind].shape;
  const schema = shape[field] ?? unanswered[field];
  return schema instanceof z.ZodNullable ? schema.unwrap() : schema;
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
  switch (schemaOf(kind, field)) {
    case MoneySchema:
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
