import { defineConfig } from 'tsdown';

export default defineConfig({
  // Made by build/declarations.ts.
  entry: ['generated/index.ts'],
  platform: 'neutral',
  // What Node 22 and browsers since 2023 understand.
  target: 'es2022',
  outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
  dts: { oxc: true },
});
