import { platformKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { RuntimeSource } from './runtime.ts';

/** Initialization may take 10 s, and a function that waits for a table serves nobody. */
const PATIENCE_MS = 1_000;

/**
 * Reads the table once before the first invocation. The first read connects, and its code is compiled: two thirds of a first
 * invocation, for which a function of 512 MiB has a third of a processor. AWS documents no such limit for initialization, and
 * is seen to apply none. A failure is left to the first invocation, which meets it again and reports it.
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
