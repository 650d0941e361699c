/** A generator: what of the registry it needs, and what it makes `generated/` with, where `openapi.json` lies. */
export interface Tool {
  /** The file in drivers/ without its ending, and the row in the table. */
  readonly name: string;
  readonly packages: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly command: readonly [string, ...string[]];
}

const orvalConfig = (url: string) => `export default {
  fetch: {
    input: './openapi.json',
    output: { target: './generated/fetch.ts', client: 'fetch', mode: 'single', baseUrl: ${JSON.stringify(url)} },
  },
  zod: { input: './openapi.json', output: { target: './generated/zod.ts', client: 'zod', mode: 'single' } },
};
`;

const kubbConfig = (url: string) => `import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';

const client = { client: 'fetch', dataReturnType: 'full', baseURL: ${JSON.stringify(url)} };
export default defineConfig({
  input: { path: './openapi.json' },
  output: { path: './generated', barrelType: 'named' },
  plugins: [
    pluginOas({ generators: [] }),
    pluginTs({ output: { path: './types' } }),
    pluginClient({ output: { path: './clients' }, ...client }),
  ],
});
`;

export const tools = (url: string): readonly Tool[] => [
  {
    name: 'openapi-typescript',
    packages: { 'openapi-typescript': '7.13.0', 'openapi-fetch': '0.17.0' },
    command: ['openapi-typescript', 'openapi.json', '-o', 'generated/types.ts'],
  },
  {
    name: 'hey-api',
    packages: { '@hey-api/openapi-ts': '0.99.0' },
    command: ['openapi-ts', '-i', 'openapi.json', '-o', 'generated'],
  },
  {
    name: 'orval',
    packages: { orval: '8.38.0', zod: '4.6.7' },
    files: { 'orval.config.mjs': orvalConfig(url) },
    command: ['orval', '--config', 'orval.config.mjs'],
  },
  {
    name: 'kubb',
    // Its plugins for types and clients have no version 5.
    packages: {
      '@kubb/cli': '4.39.3',
      '@kubb/core': '4.39.3',
      '@kubb/plugin-client': '4.39.3',
      '@kubb/plugin-oas': '4.39.3',
      '@kubb/plugin-ts': '4.39.3',
    },
    files: { 'kubb.config.mjs': kubbConfig(url) },
    command: ['kubb', 'generate'],
  },
  {
    name: 'swagger-typescript-api',
    packages: { 'swagger-typescript-api': '13.13.0' },
    command: ['swagger-typescript-api', 'generate', '-p', 'openapi.json', '-o', 'generated', '-n', 'api.ts'],
  },
];
