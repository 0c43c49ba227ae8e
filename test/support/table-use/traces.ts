import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { LambdaFunction } from './lambda-functions.ts';
import { grantedPermissions, type Permission } from './permissions.ts';

const traceSchema = z.object({
  /** The test file, from the project's root. */
  file: z.string(),
  /** Whether all of its tests ran and passed. */
  isComplete: z.boolean(),
  uses: z.record(z.string(), z.array(z.string())),
  /** The settings that were read, by function. */
  reads: z.record(z.string(), z.array(z.string())),
});

/** The calls to the table and the reads of settings that one test file caused, by function. */
export type Trace = z.infer<typeof traceSchema>;

export async function writeTrace(folder: string, id: string, trace: Trace): Promise<void> {
  await writeFile(join(folder, `${id}.json`), JSON.stringify(trace));
}

export async function readTraces(folder: string): Promise<Trace[]> {
  const names = await readdir(folder);
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.map((text) => traceSchema.parse(JSON.parse(text)));
}

/** Which test files left no trace that is complete. */
export function untracedFiles(files: readonly string[], traces: readonly Trace[]): string[] {
  const complete = new Set(traces.filter(({ isComplete }) => isComplete).map(({ file }) => file));
  return files.filter((file) => !complete.has(file));
}

/** The permissions that a function is granted and never used. */
export function unusedPermissions(
  { name, table }: Pick<LambdaFunction, 'name' | 'table'>,
  traces: readonly Trace[],
): Permission[] {
  const used = new Set(traces.flatMap(({ uses }) => uses[name] ?? []));
  return [...grantedPermissions(table).difference(used)];
}

/** The settings that the runtime reads before the function begins: the tests have a runtime of their own. */
const READ_BY_RUNTIME: readonly string[] = ['GUARD_STAGE'];

/** The settings that a function is given and never reads. */
export function unreadSettings(
  { name, settings }: Pick<LambdaFunction, 'name' | 'settings'>,
  traces: readonly Trace[],
): string[] {
  const read = new Set([...READ_BY_RUNTIME, ...traces.flatMap(({ reads }) => reads[name] ?? [])]);
  return settings.filter((it) => !read.has(it));
}
