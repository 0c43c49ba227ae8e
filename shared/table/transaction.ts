import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { retry } from './retry.ts';
import type { Table } from './table.ts';

/** One write or check of a transaction. */
export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** Which items of a transaction, by their place in it, did not meet their conditions. */
export type RefusedItems = readonly number[];

const TRANSIENT_CODES = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/**
 * Writes all items or none. Resolves to `undefined` when written, or to the places of the items whose conditions
 * did not hold. A conflict with another transaction is no verdict on the conditions and is tried again; if it does
 * not end, it is thrown.
 */
export async function transactWrite(
  table: Table,
  items: readonly TransactItem[],
): Promise<RefusedItems | undefined> {
  try {
    await retry(
      () => {
        // By its token DynamoDB knows a repetition of what it has written already, and answers as if it wrote it now.
        const ClientRequestToken = table.newWriteId();
        return table.client.send(new TransactWriteCommand({ TransactItems: [...items], ClientRequestToken }));
      },
      (error) => {
        const codes = cancellationCodes(error);
        return refusedPlaces(codes).length === 0 && codes.some((code) => TRANSIENT_CODES.has(code));
      },
      table.pause,
    );
    return undefined;
  } catch (error) {
    const refused = refusedPlaces(cancellationCodes(error));
    if (refused.length > 0) return refused;
    throw error;
  }
}

/** Why each item was cancelled; nothing where the error is no cancellation. */
function cancellationCodes(error: unknown): string[] {
  if (!(error instanceof TransactionCanceledException)) return [];
  return (error.CancellationReasons ?? []).map((reason) => reason.Code ?? 'None');
}

function refusedPlaces(codes: readonly string[]): number[] {
  return codes.flatMap((code, place) => (code === 'ConditionalCheckFailed' ? [place] : []));
}
