import { payeeSchemas, staff } from '@daybook/domain';
import { payees as repo } from '@daybook/domain/server';
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

export const payees = router(payee.procedures);
