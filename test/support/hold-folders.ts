import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder that holds the run's traces. */
    traceFolder: string;
    /** The folder that holds the run's syntheses. */
    synthesisFolder: string;
  }
}

/** Creates the folders that the test files of a run share, and deletes them after the run. */
export default async function holdFolders(project: TestProject): Promise<() => Promise<void>> {
  const traceFolder = await mkdtemp(join(tmpdir(), 'guard-traces-'));
  const synthesisFolder = await mkdtemp(join(tmpdir(), 'guard-syntheses-'));
  project.provide('traceFolder', traceFolder);
  project.provide('synthesisFolder', synthesisFolder);
  return async () => {
    for (const folder of [traceFolder, synthesisFolder]) await rm(folder, { recursive: true });
  };
}
