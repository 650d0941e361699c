import { z } from 'zod';

/**
 * What is done though it is odd, and what a caller is told of it, to be read after the field's name. Programs read the code and
 * the params, which an argument here declares.
 */
const messages = {
  serial_used: (_: { readonly cheque: string }) => 'is that of another cheque of the account',
  serial_outside_books: () => 'is in no chequebook of the account',
  serial_gap: ({ from, to }: { readonly from: string; readonly to: string; readonly count: number }) =>
    from === to ? `leaves out ${from}` : `leaves out ${from} to ${to}`,
  other_payee: (_: { readonly payeeName: string }) => 'is made out to another payee',
  more_than_cheque: ({ total, value }: { readonly total: string; readonly value: string }) =>
    `pays bills of ${total} together, and has a value of ${value}`,
  cleared_early: ({ dueDate }: { readonly dueDate: string }) => `is before the due date, ${dueDate}`,
};

type Messages = typeof messages;
/** What can be odd: a closed set. */
export type WarningCode = keyof Messages;
export const warningCodes = Object.keys(messages) as WarningCode[];

/** The field that each is about. */
const fields: Readonly<Record<WarningCode, string>> = {
  serial_used: 'serial',
  serial_outside_books: 'serial',
  serial_gap: 'serial',
  other_payee: 'cheque',
  more_than_cheque: 'cheque',
  cleared_early: 'date',
};

export const Warning = z
  .object({
    code: z.enum(warningCodes),
    path: z.array(z.string()).meta({ description: 'The field' }),
    params: z.record(z.string(), z.unknown()).meta({ description: 'What the code is about' }),
    message: z.string().meta({ description: 'For people, to be read after the field’s name' }),
  })
  .meta({ id: 'Warning', description: 'Something odd about what was done' });
export type Warning = z.infer<typeof Warning>;

/** As the database finds it. */
interface Found {
  readonly code: WarningCode;
  readonly params: object;
}

const warningOf = ({ code, params }: Found): Warning => ({
  code,
  path: [fields[code]],
  params: { ...params },
  message: (messages[code] as (params: object) => string)(params),
});

/** A record that was written, with what is odd about it; the field is absent where nothing is. */
export function withWarnings<Row extends object>(row: Row & { readonly warnings?: unknown }): Row {
  const { warnings, ...record } = row;
  const found = warnings as readonly Found[] | null | undefined;
  return (found ? { ...record, warnings: found.map(warningOf) } : record) as Row;
}
