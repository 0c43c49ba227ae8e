import { platformKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { RuntimeSource } from './runtime.ts';

/** Initialization may take 10 s, and a function that waits for a table serves nobody. */
const PATIENCE_MS = 1_000;

/**
 * Reads the table once before the first invocation. The first read connects and compiles code, which is two thirds of a
 * first invocation. Invocations of 512 MiB get a third of a CPU; AWS documents no such limit for initialization, and is seen
 * to apply none. Errors are ignored: the first invocation repeats the read and reports them.
 */
export async function prepare(
  source: RuntimeSource,
  read: (table: Table, key: typeof platformKey) => Promise<unknown>,
): Promise<void> {
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref());
  try {
    await Promise.race([read(source().table, platformKey), patience]);
  } catch {}
}
