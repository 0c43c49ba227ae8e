import { BatchGetCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { type Expression, expression, expressionInput } from './expression.ts';
import type { ItemKey } from './keys.ts';
import type { Table } from './table.ts';

/** Reads one item, strongly consistent. */
export async function getItem(table: Table, key: ItemKey): Promise<Record<string, unknown> | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }),
  );
  return Item;
}

type Item = Record<string, unknown>;

/** DynamoDB's limit of one BatchGetItem call. */
const MAXIMUM_KEYS = 100;
const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 20;

interface BatchOptions {
  readonly projection?: Expression;
  /** Whether the items may lag as an index does, for half the read units. */
  readonly mayLag?: boolean;
}

/**
 * Reads items by key, strongly consistent unless they may lag, up to 100 in a call, and returns them in the order of the
 * keys; `undefined` for an item that does not exist. Requests unprocessed keys again after a pause. Throws if keys are still
 * unprocessed after 5 attempts, because an unprocessed key must never look like a missing item.
 */
export async function batchGet(
  table: Table,
  keys: readonly ItemKey[],
  { projection, mayLag = false }: BatchOptions = {},
): Promise<(Item | undefined)[]> {
  const found = new Map<string, Item>();
  const unique = [...new Map(keys.map((key) => [identify(key), key])).values()];
  const batches = Array.from({ length: Math.ceil(unique.length / MAXIMUM_KEYS) }, (_, batch) =>
    unique.slice(batch * MAXIMUM_KEYS, (batch + 1) * MAXIMUM_KEYS),
  );
  const options = { ConsistentRead: !mayLag, ...(projection && expressionInput({ projection })) };
  await Promise.all(batches.map((batch) => readBatch(table, batch, options, found)));
  return keys.map((key) => found.get(identify(key)));
}

async function readBatch(
  table: Table,
  keys: readonly ItemKey[],
  options: object,
  found: Map<string, Item>,
): Promise<void> {
  let pending = keys;
  for (let attempt = 0; pending.length > 0; attempt++) {
    if (attempt === ATTEMPTS) throw new UnprocessedKeysError();
    if (attempt > 0) await table.pause(FIRST_PAUSE_MS * 2 ** (attempt - 1));
    const { Responses, UnprocessedKeys } = await table.client.send(
      new BatchGetCommand({
        RequestItems: { [table.name]: { Keys: pending.map(({ pk, sk }) => ({ pk, sk })), ...options } },
      }),
    );
    for (const item of Responses?.[table.name] ?? []) found.set(identify(item), item);
    const unprocessed = new Set((UnprocessedKeys?.[table.name]?.Keys ?? []).map(identify));
    pending = pending.filter((key) => unprocessed.has(identify(key)));
  }
}

/** DynamoDB had too little capacity to read every requested item. */
class UnprocessedKeysError extends Error {
  override readonly name = 'UnprocessedKeysError';
  constructor() {
    super('BatchGetItem left keys unprocessed');
  }
}

function identify(key: Item | ItemKey): string {
  return `${key['pk']} ${key['sk']}`;
}

/**
 * Reads every item of a partition, or those with a prefix of the sort key, strongly consistent. Unbounded: for
 * administration and background work, never for an endpoint.
 */
export async function* queryAll(table: Table, partition: string, prefix?: string): AsyncGenerator<Item> {
  for await (const page of queryPages(table, { key: inPartition(partition, prefix) })) yield* page;
}

/** Reads all items that match the expressions, strongly consistent, one page at a time. */
export async function* queryPages(
  table: Table,
  expressions: {
    readonly key: Expression;
    readonly filter?: Expression;
    readonly projection?: Expression;
  },
): AsyncGenerator<Item[]> {
  const input = { TableName: table.name, ...expressionInput(expressions), ConsistentRead: true };
  let startKey: Item | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({ ...input, ExclusiveStartKey: startKey }),
    );
    yield Items;
    startKey = LastEvaluatedKey;
  } while (startKey);
}

/**
 * The key condition of a partition of the table, or of its sort keys with a prefix. It is a range: for `begins_with`, the
 * embedded engine looks through the whole partition, and does not tell capitals from small letters.
 */
export function inPartition(partition: string, prefix?: string): Expression {
  return prefix === undefined
    ? expression`pk = ${partition}`
    : expression`pk = ${partition} AND sk BETWEEN ${prefix} AND ${prefix + LAST_CHARACTER}`;
}

/** Sorts after every character that a key has. */
const LAST_CHARACTER = '\u{10FFFF}';
