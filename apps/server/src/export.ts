import { writeFileSync } from 'node:fs';
import { erasure } from '@daybook/domain/server';
import { UsageError } from './command.ts';
import { personCommand } from './person-command.ts';

/** @throws UsageError where it is not a new file in a folder that is there */
function writeNew(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') throw new UsageError(`${file} is there already: name a new file.`);
    throw new UsageError(
      `${file} cannot be written (${code}): name a new file in a folder that you may write to.`,
    );
  }
}

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
