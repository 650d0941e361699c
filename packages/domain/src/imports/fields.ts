import { chequeStatuses } from '../cheques/states.ts';
import { payEntryKinds } from '../pay-entries/pay-entries.schema.ts';
import { rateBases } from '../rates/rates.schema.ts';
import type { ImportKind } from '../resources.ts';
import { fold } from '../values/fold.ts';

/** What a cell is read as. */
export type CellType = 'text' | 'day' | 'time' | 'amount' | 'number' | 'flag' | 'choice';

export interface ImportField {
  /** As of the record, but for those that are only imported: an identifier beside a name, and a name as a whole. */
  readonly field: string;
  readonly type: CellType;
  readonly isRequired?: true;
  /** Instead of a required one: an identifier beside a name, or a full name instead of its parts. */
  readonly insteadOf?: readonly string[];
  readonly choices?: readonly string[];
  /** Headings by which others call it, besides its titles in all languages. */
  readonly alsoCalled?: readonly string[];
  /** Of the row of a template, which an import passes over. */
  readonly example?: string;
}

const notes: ImportField = {
  field: 'extraNotes',
  type: 'text',
  alsoCalled: ['note', 'comment', 'comments', 'remarks', 'memo'],
};
const amountNames = [
  'value',
  'total',
  'sum',
  'price',
  'montant',
  'importe',
  'monto',
  'tutar',
  'סכום',
  'القيمة',
  'قيمة',
];
const workerFields: readonly ImportField[] = [
  {
    field: 'worker',
    type: 'text',
    isRequired: true,
    alsoCalled: [
      'employee',
      'name',
      'full name',
      'staff',
      'empleado',
      'employé',
      'çalışan',
      'עובד',
      'الموظف',
      'الاسم',
    ],
    example: 'Ada Example',
  },
  { field: 'workerID', type: 'text', insteadOf: ['worker'] },
];

const fields: Readonly<Record<ImportKind, readonly ImportField[]>> = {
  payees: [
    {
      field: 'name',
      type: 'text',
      isRequired: true,
      alsoCalled: ['payee', 'supplier', 'vendor', 'company'],
      example: 'Example Ltd',
    },
    {
      field: 'email',
      type: 'text',
      alsoCalled: ['email', 'mail', 'e-mail address'],
      example: 'office@example.org',
    },
    {
      field: 'phoneNumber',
      type: 'text',
      alsoCalled: ['phone number', 'telephone', 'tel', 'mobile'],
      example: '+15551234567',
    },
    notes,
  ],
  bills: [
    {
      field: 'date',
      type: 'day',
      isRequired: true,
      alsoCalled: ['day', 'bill date', 'invoice date'],
      example: '2000-01-31',
    },
    { field: 'value', type: 'amount', isRequired: true, alsoCalled: amountNames, example: '12.50' },
    { field: 'description', type: 'text', alsoCalled: ['details', 'text', 'subject'], example: 'Example' },
    { field: 'payee', type: 'text', alsoCalled: ['supplier', 'vendor', 'paid to'], example: 'Example Ltd' },
    { field: 'payeeID', type: 'text' },
    { field: 'dueDate', type: 'day', alsoCalled: ['due', 'due on', 'maturity'], example: '2000-02-28' },
    { field: 'paidOn', type: 'day', alsoCalled: ['paid', 'payment date'] },
    { field: 'account', type: 'text', alsoCalled: ['account', 'bank'] },
    { field: 'accountID', type: 'text' },
    notes,
  ],
  cheques: [
    {
      field: 'serial',
      type: 'text',
      isRequired: true,
      alsoCalled: [
        'serial number',
        'number',
        'no',
        'cheque',
        'cheque number',
        'check number',
        'cheque no',
        'check no',
        'numéro de chèque',
        'n° de chèque',
        'número de cheque',
        'nº de cheque',
        'çek no',
        'çek numarası',
        'رقم الشيك',
        'מספר שיק',
        'מספר המחאה',
      ],
      example: '000001',
    },
    {
      field: 'dueDate',
      type: 'day',
      isRequired: true,
      alsoCalled: ['due', 'date', 'maturity'],
      example: '2000-01-31',
    },
    { field: 'value', type: 'amount', isRequired: true, alsoCalled: amountNames, example: '12.50' },
    {
      field: 'payee',
      type: 'text',
      isRequired: true,
      alsoCalled: ['supplier', 'vendor', 'paid to', 'to'],
      example: 'Example Ltd',
    },
    { field: 'payeeID', type: 'text', insteadOf: ['payee'] },
    { field: 'account', type: 'text', alsoCalled: ['account', 'bank'] },
    { field: 'accountID', type: 'text' },
    { field: 'description', type: 'text', alsoCalled: ['details', 'text'] },
    { field: 'status', type: 'choice', choices: chequeStatuses, example: 'issued' },
    { field: 'statusDate', type: 'day' },
  ],
  logs: [
    ...workerFields,
    { field: 'date', type: 'day', isRequired: true, alsoCalled: ['day'], example: '2000-01-31' },
    {
      field: 'startingTime',
      type: 'time',
      alsoCalled: ['from', 'in', 'start time', 'begin'],
      example: '08:00',
    },
    {
      field: 'finishingTime',
      type: 'time',
      alsoCalled: ['to', 'out', 'end', 'finish time', 'end time'],
      example: '16:00',
    },
    { field: 'breakMinutes', type: 'number', alsoCalled: ['break', 'pause'] },
    { field: 'payment', type: 'amount', alsoCalled: ['paid', 'amount'] },
    { field: 'isAbsent', type: 'flag', alsoCalled: ['absence', 'absent?'] },
    notes,
  ],
  payEntries: [
    ...workerFields,
    { field: 'date', type: 'day', isRequired: true, alsoCalled: ['day'], example: '2000-01-31' },
    {
      field: 'kind',
      type: 'choice',
      choices: payEntryKinds,
      isRequired: true,
      alsoCalled: ['type'],
      example: 'opening',
    },
    { field: 'amount', type: 'amount', isRequired: true, alsoCalled: amountNames, example: '12.50' },
    notes,
  ],
  rates: [
    ...workerFields,
    {
      field: 'from',
      type: 'day',
      isRequired: true,
      alsoCalled: ['since', 'date', 'valid from'],
      example: '2000-01-31',
    },
    {
      field: 'basis',
      type: 'choice',
      choices: rateBases,
      isRequired: true,
      alsoCalled: ['basis', 'per', 'unit'],
      example: 'hour',
    },
    {
      field: 'amount',
      type: 'amount',
      alsoCalled: ['rate', 'wage', 'salary', ...amountNames],
      example: '12.50',
    },
    { field: 'dayMinutes', type: 'number' },
    { field: 'overtimeFactor', type: 'amount' },
    { field: 'monthDays', type: 'number' },
    notes,
  ],
  users: [
    { field: 'firstName', type: 'text', isRequired: true, alsoCalled: ['given name'] },
    { field: 'lastName', type: 'text', isRequired: true, alsoCalled: ['surname', 'family name'] },
    {
      field: 'fullName',
      type: 'text',
      insteadOf: ['firstName', 'lastName'],
      alsoCalled: ['full name', 'worker', 'employee', 'name'],
      example: 'Ada Example',
    },
    { field: 'username', type: 'text', alsoCalled: ['login', 'user'], example: 'ada.example' },
    { field: 'email', type: 'text', alsoCalled: ['email', 'mail'] },
    { field: 'phoneNumber', type: 'text', alsoCalled: ['phone number', 'telephone', 'tel', 'mobile'] },
  ],
};

/** The fields that can be imported of a kind of record, in the order in which people write them. */
export const importFields = (kind: ImportKind): readonly ImportField[] => fields[kind];

export const usernameOf = (record: Readonly<Record<string, unknown>>) =>
  fold(`${record.firstName ?? ''}.${record.lastName ?? ''}`).replaceAll(/[^\p{L}\p{N}.]+/gu, '-');

/** A name as a whole in its parts: the last word is the last name. */
export function withNameParts(given: Record<string, unknown>): void {
  const { fullName } = given;
  if (typeof fullName !== 'string') return;
  const words = fullName.trim().split(/\s+/);
  const last = words.pop() ?? '';
  const first = words.join(' ');
  given.firstName ??= first || last;
  given.lastName ??= first ? last : '-';
  delete given.fullName;
}
