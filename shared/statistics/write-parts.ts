import { runInLanes } from '../run-in-lanes.ts';
import { commit } from '../table/commit.ts';
import { absentOr, attribute, expression } from '../table/expression.ts';
import type { ItemKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { putIf } from '../table/writes.ts';

/** Rows of statistics, packed, under a key. */
export interface Part {
  readonly key: ItemKey;
  readonly packed: Uint8Array;
}

/** The attribute with packed rows. */
export const ROWS = 'rows';

const WRITES_AT_A_TIME = 25;

/** Writes parts of a claimed period. A part that a later run has written stays as it is. */
export async function writeParts(table: Table, parts: readonly Part[], generation: number): Promise<void> {
  const written = attribute('generation');
  const condition = absentOr(written, expression`${written} < ${generation}`);
  await runInLanes(parts, WRITES_AT_A_TIME, ({ key, packed }) =>
    commit(table, [putIf(table, { ...key, generation, [ROWS]: packed }, condition, 'stale')]),
  );
}
