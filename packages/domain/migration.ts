// Generates a migration of what has changed in the tables, and adds the triggers of each new table of records.
import { spawnSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';

const folder = new URL('migrations/', import.meta.url);
const { status } = spawnSync('drizzle-kit', ['generate', ...process.argv.slice(2)], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);

// Only the newest is compared with.
for (const old of readdirSync(new URL('meta/', folder)).toSorted().slice(0, -2))
  rmSync(new URL(`meta/${old}`, folder));

const file = new URL(
  readdirSync(folder)
    .toSorted()
    .findLast((name) => name.endsWith('.sql')) ?? '',
  folder,
);
const kept = new Set(['id', 'created_at', 'updated_at', 'version', 'changed_by', 'deleted_at']);
for (const [, table = '', body = ''] of readFileSync(file, 'utf8').matchAll(
  /^CREATE TABLE "(\w+)" \(\n(.*?)\n\);/gms,
)) {
  const columns = [...body.matchAll(/^\t"(\w+)" (?!.*GENERATED)/gm)].map(([, name = '']) => name);
  if (!columns.includes('changed_by')) continue;
  const journalled = columns.filter((name) => !kept.has(name)).map((name) => `, '${name}'`);
  appendFileSync(
    file,
    `\n--> statement-breakpoint
SELECT journal_table('${table}'${journalled.join('')});
--> statement-breakpoint
CREATE TRIGGER "${table}_kept" BEFORE DELETE OR TRUNCATE ON "${table}" FOR EACH STATEMENT EXECUTE FUNCTION keep_record();`,
  );
}
