import type { Table } from '../../shared/table/table.ts';

export interface Reads {
  queries: number;
  scannedItems: number;
}

/** Counts what queries of a table read, from now on. */
export function countReads(table: Table): Reads {
  const reads: Reads = { queries: 0, scannedItems: 0 };
  table.client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const { ScannedCount } = result.output as { ScannedCount?: number };
      if (ScannedCount !== undefined) {
        reads.queries += 1;
        reads.scannedItems += ScannedCount;
      }
      return result;
    },
    { step: 'initialize', name: 'countReads' },
  );
  return reads;
}
