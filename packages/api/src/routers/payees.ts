import { PayeeStatement, PayeeStatementQuery, payeeSchemas, staff } from '@daybook/domain';
import { payeeStatements, payees as repo } from '@daybook/domain/server';
import { created, exampleIds } from '../examples.ts';
import { bulkRecordProcedures } from '../record-operations.ts';
import { router } from '../trpc.ts';

const payee = bulkRecordProcedures(repo, {
  tag: { name: 'Payees', description: 'People and organisations that are paid' },
  resource: 'payees',
  access: staff,
  order: 'by name',
  schemas: payeeSchemas,
  overrides: { list: { addition: true }, update: { addition: true } },
  example: {
    record: {
      _id: exampleIds.payee,
      name: 'Paper Mill',
      email: '',
      phoneNumber: '+972512345678',
      extraNotes: 'ورق',
      attachments: 0,
      ...created,
    },
    query: { search: 'paper' },
    create: { name: 'Paper Mill', email: '', phoneNumber: '+972 51-234-5678', extraNotes: 'ورق' },
    update: { body: { email: 'mill@example.org' }, data: { email: 'mill@example.org' } },
  },
});

const winter = { from: '2023-12-01', to: '2024-02-29' };
const line = {
  description: 'Refund',
  dueDate: '2023-12-15',
  chequeSerial: '',
  value: '-150',
  bill: exampleIds.bill,
};
const none = { count: 0, total: '0' };

export const payees = router({
  ...payee.procedures,

  statement: payee
    .operation({
      rest: 'GET /payees/{payeeID}/statement',
      addition: true,
      access: staff,
      bulkhead: 'balances',
      tokens: 'bills',
      alsoAbout: 'cheques',
      rows: 'lines',
      summary: 'What a payee billed and was paid',
      description:
        'Also of a deleted payee. A bill with neither a due date nor `paidOn` is an `expense`: billed and paid on its date, and never open. ' +
        'Over 8 MiB it is 400, and says up to which day it is not. A file has the lines.',
      example: {
        given: 'billed',
        parameters: { payeeID: exampleIds.payee, ...winter },
        data: {
          payee: exampleIds.payee,
          payeeName: 'Paper Mill',
          ...winter,
          opening: '0',
          lines: [
            { ...line, date: '2023-12-08', kind: 'bill', open: '-150', cheque: null },
            { ...line, date: '2023-12-20', kind: 'payment', open: '0', cheque: null },
          ],
          totals: {
            billed: '-150',
            paid: '-150',
            open: '0',
            cheques: {
              issued: { count: 1, total: '1200.50' },
              presented: none,
              cleared: none,
              bounced: none,
              stopped: none,
              cancelled: none,
            },
          },
          cheques: [
            {
              _id: exampleIds.cheque,
              serial: '00523',
              dueDate: '2024-02-09',
              value: '1200.50',
              status: 'issued',
              statusDate: null,
            },
          ],
        },
      },
    })
    .input(PayeeStatementQuery)
    .output(PayeeStatement)
    .query(({ ctx, input }) => payeeStatements.statementOf(ctx.scope, input)),
});
