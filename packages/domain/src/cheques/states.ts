/** What a cheque can be. */
export const chequeStatuses = ['issued', 'presented', 'cleared', 'bounced', 'stopped', 'cancelled'] as const;
type Status = (typeof chequeStatuses)[number];

/** Those of a cheque that is still to be paid. */
export const openStatuses = ['issued', 'presented', 'bounced'] as const satisfies readonly Status[];

export const isOpen = (status: Status): boolean => openStatuses.some((one) => one === status);

/** What can happen to a cheque, with the statuses from which it can; the database has the same table (`cheque_event_sources`). */
const sources = {
  present: ['issued', 'bounced'],
  clear: ['issued', 'presented'],
  bounce: ['issued', 'presented'],
  stop: ['issued', 'bounced'],
  release: ['stopped'],
  cancel: ['issued', 'bounced', 'stopped'],
  reinstate: ['cancelled'],
  replace: ['issued', 'bounced', 'stopped', 'cancelled'],
  undo: chequeStatuses,
} as const satisfies Readonly<Record<string, readonly Status[]>>;

export type ChequeEventKind = keyof typeof sources;
export const chequeEventKinds = Object.keys(sources) as ChequeEventKind[];

/** Those that need nothing but the cheque: `replace` makes other cheques too. */
export const recordedKinds = chequeEventKinds.filter((kind) => kind !== 'replace');

/** What can happen to a cheque as it is. A status date says that there is an event to undo. */
export function allowedEvents({
  status,
  statusDate,
}: {
  readonly status: Status;
  readonly statusDate: string | null;
}): ChequeEventKind[] {
  return chequeEventKinds.filter(
    (kind) =>
      (sources[kind] as readonly Status[]).includes(status) && (kind !== 'undo' || statusDate !== null),
  );
}

/** The fields that are fixed while a cheque is presented or cleared, and once it has bounced. */
export const fixedFields = ['serial', 'value', 'payee', 'dueDate'] as const;

export const isFixed = ({ status, attempts }: { readonly status: Status; readonly attempts: number }) =>
  status === 'presented' || status === 'cleared' || attempts > 0;
