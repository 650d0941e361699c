import { bankAccountSchemas, staff } from '@daybook/domain';
import { bankAccounts as repo } from '@daybook/domain/server';
import { created, exampleIds } from '../examples.ts';
import { recordProcedures } from '../record-operations.ts';
import { router } from '../trpc.ts';

const chequeForm = {
  width: 170,
  height: 80,
  fields: { date: { x: 130, y: 12 }, payee: { x: 20, y: 25, width: 100 }, amount: { x: 130, y: 35 } },
};

const bankAccount = recordProcedures(repo, {
  tag: { name: 'Bank accounts', description: 'Accounts that cheques are drawn on' },
  resource: 'bankAccounts',
  access: staff,
  addition: true,
  order: 'by name',
  schemas: bankAccountSchemas,
  example: {
    record: {
      _id: exampleIds.bankAccount,
      name: 'Main account',
      bank: 'First Bank',
      number: '12-345-6789',
      isArchived: false,
      chequeForm,
      ...created,
    },
    query: { search: 'main', isArchived: 'false' },
    create: { name: 'Main account', bank: 'First Bank', number: '12-345-6789', chequeForm },
    update: { body: { isArchived: true, chequeForm: null }, data: { isArchived: true, chequeForm: null } },
  },
});

export const bankAccounts = router(bankAccount.procedures);
