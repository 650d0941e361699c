import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { TestProject } from 'vitest/node';
import { packing } from '../../../../scripts/packing.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The packed client. */
    tarball: string;
  }
}

/** Packs the client once for all that install it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const tarball = await packing('client').packed();
  project.provide('tarball', tarball);
  return () => rm(dirname(tarball), { recursive: true });
}
