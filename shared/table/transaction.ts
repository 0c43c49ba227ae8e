import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { retry } from './retry.ts';
import type { Table } from './table.ts';

/** One write or check of a transaction. */
export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** The positions of the items whose conditions failed in a transaction. */
export type RefusedItems = readonly number[];

const TRANSIENT_CODES = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/**
 * Writes all items or none. Resolves to `undefined` if written, or to the positions of the items whose conditions failed. A
 * conflict with another transaction says nothing about the conditions: it is retried, and thrown if it persists.
 */
export async function transactWrite(
  table: Table,
  items: readonly TransactItem[],
): Promise<RefusedItems | undefined> {
  try {
    await retry(
      () => {
        // DynamoDB recognizes a repetition by the token and replies with success.
        const ClientRequestToken = table.newWriteId();
        return table.client.send(new TransactWriteCommand({ TransactItems: [...items], ClientRequestToken }));
      },
      isConflict,
      table.pause,
    );
    return undefined;
  } catch (error) {
    const refused = refusedPlaces(cancellationCodes(error));
    if (refused.length > 0) return refused;
    throw error;
  }
}

/** Whether a write was refused only by a conflict with a transaction or by throttling, and so has written nothing. */
export function isConflict(error: unknown): boolean {
  if (error instanceof TransactionConflictException) return true;
  const codes = cancellationCodes(error);
  return refusedPlaces(codes).length === 0 && codes.some((code) => TRANSIENT_CODES.has(code));
}

/** The cancellation codes of a transaction, one for each item; empty for other errors. */
function cancellationCodes(error: unknown): string[] {
  if (!(error instanceof TransactionCanceledException)) return [];
  return (error.CancellationReasons ?? []).map((reason) => reason.Code ?? 'None');
}

function refusedPlaces(codes: readonly string[]): number[] {
  return codes.flatMap((code, place) => (code === 'ConditionalCheckFailed' ? [place] : []));
}
