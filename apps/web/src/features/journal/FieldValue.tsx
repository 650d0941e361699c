import {
  Clock as ClockSchema,
  Day as DaySchema,
  Instant as InstantSchema,
  Money as MoneySchema,
  type Resource,
  records,
  referenceFields,
} from '@daybook/domain';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { YesOrNo } from '../../data/fields.tsx';
import { recordQuery } from '../../data/record-client.ts';
import { useFormat } from '../../lib/format.ts';
import { Code, Day, LongCode, Money, Name } from '../../ui/Values.tsx';

/** What the journal knows of an account and no answer does. */
const unanswered: z.ZodRawShape = { passwordChangedAt: InstantSchema };
const referred = new Map<string, Resource>(Object.entries(referenceFields));

/** The schema of a field as it is answered. */
function schemaOf(resource: Resource, field: string): z.core.$ZodType | undefined {
  const shape: z.core.$ZodShape = records[resource].shape;
  const schema = shape[field] ?? unanswered[field];
  return schema instanceof z.ZodNullable ? schema.unwrap() : schema;
}

interface Props {
  readonly resource: Resource;
  readonly field: string;
  readonly value: unknown;
}

/** The value of a field as people read it: names for identifiers, amounts and days in their own way. */
export function FieldValue({ resource, field, value }: Props) {
  const { instant } = useFormat();
  if (value === null || value === undefined || value === '') return <span>—</span>;
  if (typeof value === 'boolean') return <YesOrNo value={value} />;
  if (typeof value !== 'string') return <LongCode>{JSON.stringify(value)}</LongCode>;
  const other = referred.get(field);
  if (other) return <RecordName resource={other} id={value} />;
  switch (schemaOf(resource, field)) {
    case MoneySchema:
      return <Money value={value} />;
    case DaySchema:
      return <Day value={value} />;
    case ClockSchema:
      return <Code>{value.slice(0, 5)}</Code>;
    case InstantSchema:
      return <span className="number">{instant(value)}</span>;
    default:
      return <Name>{value}</Name>;
  }
}

/** What a record is called. One that was deleted has no name to look up any more. */
function RecordName({ resource, id }: { readonly resource: Resource; readonly id: string }) {
  const { data } = useQuery(recordQuery(resource, id));
  const { fullName, name } = (data ?? {}) as { readonly fullName?: string; readonly name?: string };
  return <Name>{fullName ?? name ?? id}</Name>;
}
