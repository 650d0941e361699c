// npm packs the folder it is in, and this one holds sources: pnpm alone goes on to publishConfig.directory.
// biome-ignore lint/suspicious/noUndeclaredEnvVars: npm and pnpm set it
if (!process.env.npm_config_user_agent?.startsWith('pnpm/')) {
  console.error('The package is made in dist/: "pnpm run build", and then "npm pack ./dist".');
  process.exit(1);
}
