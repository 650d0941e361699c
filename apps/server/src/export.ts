import { erasure } from '@daybook/domain/server';
import { personCommand, writeNew } from './command.ts';

// npm run export -- USER FILE: everything that is stored about a user, as JSON in a new file.
await personCommand(
  'Name a user and a new file: npm run export -- ada ada.json',
  2,
  async (db, id, file = '') => {
    const all = await erasure.everythingAbout(db, id);
    writeNew(file, `${JSON.stringify(all, null, 2)}\n`);
    const counts = Object.entries(all.tables).map(([table, rows]) => `${table} ${rows.length}`);
    return `${file} has everything about ${id}: ${counts.join(', ')}`;
  },
);
