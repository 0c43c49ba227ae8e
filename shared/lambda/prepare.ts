import { platformKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { RuntimeSource } from './runtime.ts';

/** How long it waits for the table. Initialization may take 10 s, and meanwhile the function serves nobody. */
const PATIENCE_MS = 1_000;

/**
 * Reads the table once before the first invocation. The first read opens a connection and compiles code, which is two thirds
 * of a first invocation. An invocation with 512 MiB gets a third of a CPU; for initialization, AWS documents no such limit
 * and is seen to apply none. Errors are ignored, because the first invocation repeats the read and reports them.
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
