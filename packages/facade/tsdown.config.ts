import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: ['src/index.ts', 'src/document.ts', 'src/fetch.ts', 'src/meta.ts'],
  platform: 'node',
  target: 'node20',
  outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
  // What the entries share has the same name in every build.
  outputOptions: { chunkFileNames: '[name].js' },
  tsconfig: 'tsconfig.build.json',
  dts: true,
});
