import { erasure } from '@daybook/domain/server';
import { personCommand } from './command.ts';

// npm run erase -- USER: erases the personal data of a deleted user for good.
await personCommand('Name one deleted user: npm run erase -- ada', 1, async (db, id) => {
  const { name } = await erasure.erase(db, id, null);
  return `${id} is now ${name}. Backups from before, and the write-ahead log of PostgreSQL, still hold the data until they are removed.`;
});
