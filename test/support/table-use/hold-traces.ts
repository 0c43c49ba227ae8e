import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

/** Makes a folder for the traces of a run, and removes it after the run. */
export default async function holdTraces(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'guard-traces-'));
  project.provide('traceFolder', folder);
  return () => rm(folder, { recursive: true });
}
