import type { GuardError, ResultError } from '../../../client/index.ts';
import type { FileRow } from './import-file.ts';

/** What became of a row: 201 if the service created something, 200 if it existed, or why it was refused. */
export interface RowResult {
  readonly status: number;
  readonly error?: ResultError | GuardError | undefined;
  /** When it was created. */
  readonly createdAt?: string | undefined;
}

/** A row that can be sent, and what it is about. */
export interface Planned<T = unknown> {
  readonly row: FileRow;
  readonly item: T;
  /** The same for each attempt to send the row: the value of `Idempotency-Key`. */
  readonly repeatKey: string;
}

/** A row with the result of its import. */
export interface Imported {
  readonly row: FileRow;
  readonly result: RowResult;
}

/**
 * Sends rows in batches, one after the other, and calls `onResults` after each batch. Rows that the service had no time for are
 * sent again. Returns those that are left when a batch fails, which is safe to send again.
 */
export async function importInBatches<T extends { readonly row: FileRow }>(
  planned: readonly T[],
  batchSize: number,
  send: (batch: readonly T[]) => Promise<readonly RowResult[]>,
  onResults: (imported: readonly Imported[]) => void,
): Promise<{ readonly left: readonly T[]; readonly error?: unknown }> {
  let left = planned;
  while (left.length > 0) {
    const batch = left.slice(0, batchSize);
    try {
      const results = await send(batch);
      const imported = batch.flatMap(({ row }, place): Imported[] => {
        const result = results[place];
        return result && result.status < 500 ? [{ row, result }] : [];
      });
      const settled = new Set(imported.map(({ row }) => row));
      left = left.filter(({ row }) => !settled.has(row));
      onResults(imported);
      if (settled.size === 0) return { left };
    } catch (error) {
      return { left, error };
    }
  }
  return { left };
}

export interface ImportCounts {
  readonly created: number;
  readonly existed: number;
  readonly failed: readonly Imported[];
}

/**
 * Counts the results. If the response to a batch was lost, its repetition finds what the batch has created: it is not older than
 * the import.
 */
export function countImported(imported: readonly Imported[], since: number): ImportCounts {
  const failed = imported.filter(({ result }) => result.error !== undefined);
  const existed = imported.filter(
    ({ result: { status, createdAt } }) =>
      status === 200 && createdAt !== undefined && Date.parse(createdAt) < since,
  );
  return {
    created: imported.length - failed.length - existed.length,
    existed: existed.length,
    failed,
  };
}
