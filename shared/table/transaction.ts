import { setTimeout as pauseFor } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Table } from './table.ts';

/** One write or check of a transaction. */
export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

const ATTEMPTS = 6;
const FIRST_PAUSE_MS = 20;
const TRANSIENT_CODES = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/** Which items of a transaction, by their place in it, did not meet their conditions. */
export type RefusedItems = readonly number[];

/**
 * Writes all items or none. Resolves to `undefined` when written, or to the places of the items whose conditions
 * did not hold. A conflict with another transaction is no verdict on the
 * conditions and is tried again, up to 6 times over about half a second; then it is thrown.
 */
export async function transactWrite(
  table: Table,
  items: readonly TransactItem[],
  pause: (milliseconds: number) => Promise<unknown> = pauseFor,
): Promise<RefusedItems | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      await table.client.send(new TransactWriteCommand({ TransactItems: [...items] }));
      return undefined;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const codes = (error.CancellationReasons ?? []).map((reason) => reason.Code ?? 'None');
      const refused = codes.flatMap((code, place) => (code === 'ConditionalCheckFailed' ? [place] : []));
      if (refused.length > 0) return refused;
      if (attempt === ATTEMPTS || !codes.some((code) => TRANSIENT_CODES.has(code))) throw error;
      await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1));
    }
  }
}
