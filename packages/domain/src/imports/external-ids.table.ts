import { index, pgTable, primaryKey, text, uuid } from '../db/drizzle.ts';

/** Of records that came from another system: what each is called there, so that none comes twice, also after it was deleted here. */
export const externalIds = pgTable(
  'external_ids',
  {
    source: text('source').notNull(),
    kind: text('kind').notNull(),
    externalId: text('external_id').notNull(),
    /** Of the record. */
    id: uuid('id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.kind, table.externalId] }),
    index('external_ids_record').on(table.id),
  ],
);
