import type { ItemKey } from './keys.ts';
import { BatchGetCommand } from './read-commands.ts';
import type { Table } from './table.ts';

type Item = Record<string, unknown>;

const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 20;

/**
 * Reads up to 100 items, strongly consistent, in one round trip; the answer has each where its key stood,
 * `undefined` where there is none. What DynamoDB leaves unprocessed is asked for again after a pause, and an error is
 * thrown if it still is after 5 rounds: a missing answer must never pass for a missing item.
 */
export async function batchGet(
  table: Table,
  keys: readonly ItemKey[],
  projection?: { expression: string; names: Record<string, string> },
): Promise<(Item | undefined)[]> {
  const found = new Map<string, Item>();
  let pending: ItemKey[] = [...new Map(keys.map((key) => [identify(key), { ...key }])).values()];
  for (let attempt = 0; pending.length > 0; attempt++) {
    if (attempt === ATTEMPTS) throw new UnprocessedKeysError();
    if (attempt > 0) await table.pause(FIRST_PAUSE_MS * 2 ** (attempt - 1));
    const { Responses, UnprocessedKeys } = await table.client.send(
      new BatchGetCommand({
        RequestItems: {
          [table.name]: {
            Keys: pending.map(({ pk, sk }) => ({ pk, sk })),
            ConsistentRead: true,
            ...(projection
              ? { ProjectionExpression: projection.expression, ExpressionAttributeNames: projection.names }
              : {}),
          },
        },
      }),
    );
    for (const item of Responses?.[table.name] ?? []) found.set(identify(item), item);
    const unprocessed = new Set((UnprocessedKeys?.[table.name]?.Keys ?? []).map(identify));
    pending = pending.filter((key) => unprocessed.has(identify(key)));
  }
  return keys.map((key) => found.get(identify(key)));
}

/** DynamoDB had no capacity to read everything that was asked for. */
class UnprocessedKeysError extends Error {
  override readonly name = 'UnprocessedKeysError';
  constructor() {
    super('BatchGetItem left keys unprocessed');
  }
}

function identify(key: Item | ItemKey): string {
  return `${key['pk']} ${key['sk']}`;
}
