import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import type { TestTable } from './table.ts';

const nameSchema = z.union([z.string(), z.object({ S: z.string() })]);
const keySchema = z.object({ pk: nameSchema, sk: nameSchema });
const writeSchema = z.object({ Key: z.optional(keySchema), Item: z.optional(keySchema) });
const transactionSchema = z.object({ TransactItems: z.array(z.record(z.string(), writeSchema)) });

const metadata = { $metadata: {}, message: 'conflict' };

/**
 * Cancels writes of an item during a transaction that writes it too, and transactions during any write of their items, as
 * AWS does. The local engines run transactions one after the other.
 */
export function addConflicts(table: TestTable): { readonly table: TestTable; count(): number } {
  const inTransactions = new Set<string>();
  let conflicts = 0;
  table.client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if (commandName === 'TransactWriteItemsCommand') {
          const { TransactItems } = transactionSchema.parse(args.input);
          const keys = TransactItems.flatMap((item) => Object.values(item)).map(keyOf);
          const isTaken = keys.map((key) => inTransactions.has(key));
          if (isTaken.includes(true)) {
            conflicts += 1;
            const CancellationReasons = isTaken.map((it) => ({ Code: it ? 'TransactionConflict' : 'None' }));
            throw new TransactionCanceledException({ ...metadata, CancellationReasons });
          }
          for (const key of keys) inTransactions.add(key);
          return next(args).finally(() => {
            for (const key of keys) inTransactions.delete(key);
          });
        }
        const isWrite = /^(Put|Update|Delete)ItemCommand$/.test(commandName);
        if (isWrite && inTransactions.has(keyOf(writeSchema.parse(args.input)))) {
          conflicts += 1;
          throw new TransactionConflictException(metadata);
        }
        return next(args);
      },
    { step: 'initialize', name: 'conflicts' },
  );
  return { table, count: () => conflicts };
}

function keyOf({ Key, Item }: z.infer<typeof writeSchema>): string {
  const { pk, sk } = Key ?? Item ?? {};
  return JSON.stringify([pk, sk]);
}
