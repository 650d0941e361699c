import { typed } from '../db/columns.ts';
import { crud } from '../db/crud.ts';
import { getTableColumns, sql } from '../db/drizzle.ts';
import { subjectOf } from '../db/repository.ts';
import type { Scope } from '../db/scope.ts';
import { invalid } from '../errors.ts';
import { type Settings, type SettingsChanges, settingsId } from './settings.schema.ts';
import { settings } from './settings.table.ts';

const { id, changedBy: _, deletedAt: __, ...columns } = getTableColumns(settings);
const { createdAt: ___, updatedAt: ____, version: _____, ...fields } = columns;

export const currencyFixed = () => invalid('CURRENCY_FIXED', ['currency'], 'currency_fixed');

const one = crud<Settings, never, SettingsChanges>({
  name: 'settings',
  table: settings,
  columns: {
    _id: id,
    ...columns,
    currencyFixed: typed('boolean', sql`exists (select from settlements where status <> 'void')`),
  },
  fields,
  clearable: ['currency'],
  rules: { DB022: currencyFixed },
});

export const subject = subjectOf(settings, { title: settings.name });

export const get = (scope: Scope): Promise<Settings> => one.get(scope, settingsId);

/** Only the fields sent change. @throws PRECONDITION_FAILED; CURRENCY_FIXED while there is a settlement that is not void */
export const update = (scope: Scope, changes: SettingsChanges): Promise<Settings> =>
  one.update(scope, settingsId, changes);
