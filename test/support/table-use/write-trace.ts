import { relative } from 'node:path';
import { afterAll, inject, type RunnerTask } from 'vitest';
import { tableUses } from './as-function.ts';
import { settingReads } from './settings-as-function.ts';
import { writeTrace } from './traces.ts';

// Runs after the file's own hooks, so that a file with a failing hook leaves no trace.
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the fixtures that a hook wants out of its first parameter
afterAll(async ({}, { id, file, tasks }) => {
  await writeTrace(inject('traceFolder'), id, {
    file: relative(process.cwd(), file.filepath),
    isComplete: tasks.every(hasPassed),
    uses: tableUses(),
    reads: settingReads(),
  });
});

/** A skipped test has not passed, because it traced nothing. */
function hasPassed(task: RunnerTask): boolean {
  return task.type === 'suite' ? task.tasks.every(hasPassed) : task.result?.state === 'pass';
}
