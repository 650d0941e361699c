// npm run pack: builds the packages that are published, and packs them as a registry takes them, into `packed/`.
// With --unpublished only those whose version the registry does not have yet.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';

const onlyUnpublished = process.argv.includes('--unpublished');
const run = (command, args) => execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });

function isPublished(name, version) {
  try {
    execFileSync('npm', ['view', `${name}@${version}`, 'version'], { encoding: 'utf8', stdio: 'pipe' });
    return true;
  } catch (error) {
    // Anything but an unknown package or version must not look like one.
    if (!error.stderr.includes('E404')) throw error;
    return false;
  }
}

rmSync('packed', { recursive: true, force: true });
mkdirSync('packed');
for (const folder of readdirSync('packages').map((name) => `packages/${name}`)) {
  if (!existsSync(`${folder}/package.json`)) continue;
  const { name, version, publishConfig } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  if (publishConfig?.directory === undefined) continue;
  if (onlyUnpublished && isPublished(name, version)) continue;
  run('pnpm', ['--filter', name, 'run', 'build']);
  run('npm', ['pack', `./${folder}/${publishConfig.directory}`, '--pack-destination', 'packed']);
}
for (const file of readdirSync('packed')) console.log(`packed/${file}`);
