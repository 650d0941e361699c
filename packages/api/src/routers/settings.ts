import { administrators, everyone, Settings, SettingsChanges, scopeAreas, settingsId } from '@daybook/domain';
import { settings as repo } from '@daybook/domain/server';
import { created, updated } from '../examples.ts';
import { operations, router } from '../trpc.ts';

const { operation } = operations({
  tag: { name: 'Settings', description: 'Of the business' },
  bulkhead: 'others',
  tokens: scopeAreas.settings,
});

const example: Settings = {
  _id: settingsId,
  name: '',
  address: '',
  phoneNumber: '',
  currency: null,
  weekend: [],
  dayMinutes: 480,
  staleAfterMonths: 6,
  language: 'en',
  requireSecondFactor: [],
  currencyFixed: false,
  ...created,
};

/** One record, which is always there. */
export const settings = router({
  get: operation({
    rest: 'GET /settings',
    addition: true,
    access: everyone,
    whileEnrolling: true,
    summary: 'Fetch the settings of the business',
    description:
      'One record, which everybody who is logged in reads: how amounts and days are shown, and what printouts say of the business.',
    example: { data: example },
  })
    .output(Settings)
    .query(({ ctx }) => repo.get(ctx.scope)),

  update: operation({
    rest: 'PUT /settings',
    addition: true,
    access: administrators,
    fresh: 'requireSecondFactor',
    summary: 'Change settings of the business',
    description:
      'The fields that are not sent stay as they are. The currency is fixed while there is a settlement that is not void. `requireSecondFactor` is not for personal access tokens.',
    changesRecord: true,
    errors: ['CURRENCY_FIXED', 'TOKEN_NOT_ALLOWED'],
    example: {
      body: { name: 'Haddad & Sons', currency: 'ILS', weekend: [5, 6] },
      data: { ...example, name: 'Haddad & Sons', currency: 'ILS', weekend: [5, 6], ...updated },
    },
  })
    .input(SettingsChanges)
    .output(Settings)
    .mutation(({ ctx, input }) => repo.update(ctx.scope, input)),
});
