// Publishes each package whose version the registry does not have yet, with provenance, and tags it. For the release
// workflow, after `npm run release` was merged; with --dry-run it only shows what would be published.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const dryRun = process.argv.includes('--dry-run');
const run = (command, args) => execFileSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });

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

for (const folder of readdirSync('packages').map((name) => `packages/${name}`)) {
  if (!existsSync(`${folder}/package.json`)) continue;
  const { name, version, publishConfig } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  if (publishConfig?.directory === undefined) continue;
  if (isPublished(name, version)) {
    console.log(`${name}@${version} is published.`);
    continue;
  }
  run('pnpm', ['--filter', name, 'run', 'build']);
  const how = dryRun ? ['--dry-run'] : ['--provenance'];
  run('npm', ['publish', `./${folder}/${publishConfig.directory}`, '--access', 'public', ...how]);
  if (dryRun) continue;
  run('git', ['tag', `${name}@${version}`]);
  // The action that runs this makes a release of each line.
  console.log(`New tag: ${name}@${version}`);
}
