import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { GuardedWrite } from './commit.ts';
import {
  ABSENT,
  allOf,
  attribute,
  EXISTS,
  type Expression,
  expression,
  expressionInput,
} from './expression.ts';
import type { ItemKey } from './keys.ts';
import type { Table } from './table.ts';
import { REVISION } from './version.ts';

type Item = ItemKey & Readonly<Record<string, unknown>>;
type Refused = GuardedWrite['refused'];

export function putIf(table: Table, item: Item, condition: Expression, refused: Refused): GuardedWrite {
  return {
    write: { Put: { TableName: table.name, Item: item, ...expressionInput({ condition }) } },
    refused,
  };
}

export function updateItem(
  table: Table,
  { pk, sk }: ItemKey,
  expressions: { readonly update: Expression; readonly condition: Expression },
  refused: Refused,
): GuardedWrite {
  return {
    write: { Update: { TableName: table.name, Key: { pk, sk }, ...expressionInput(expressions) } },
    refused,
  };
}

export function deleteIf(
  table: Table,
  { pk, sk }: ItemKey,
  condition: Expression,
  refused: Refused,
): GuardedWrite {
  return {
    write: { Delete: { TableName: table.name, Key: { pk, sk }, ...expressionInput({ condition }) } },
    refused,
  };
}

/** Writes nothing; refuses the transaction unless the condition holds. */
export function requireThat(
  table: Table,
  { pk, sk }: ItemKey,
  condition: Expression,
  refused: Refused,
): GuardedWrite {
  const check = { TableName: table.name, Key: { pk, sk }, ...expressionInput({ condition }) };
  return { write: { ConditionCheck: check }, refused };
}

/** Puts an item that must not exist yet. */
export function putNew(table: Table, item: Item, refused: Refused): GuardedWrite {
  return putIf(table, item, ABSENT, refused);
}

/**
 * Puts an item with a unique key, such as a new id. If the item already exists, an earlier attempt of this very write created
 * it.
 */
export function putOwn(table: Table, item: Item): GuardedWrite {
  return { ...putNew(table, item, 'own'), hasHappened: (found) => found !== undefined };
}

/** Puts a new entity, with its first revision. */
export function putEntity(table: Table, item: Item): GuardedWrite {
  return putOwn(table, { ...item, [REVISION]: 1 });
}

/** Deletes an item without a condition. Another write of the transaction must have one. */
export function deleteAny(table: Table, { pk, sk }: ItemKey): GuardedWrite {
  return { write: { Delete: { TableName: table.name, Key: { pk, sk } } }, refused: 'stale' };
}

/** Requires that an item exists and that its `data` has the given values. */
export function requireItem(
  table: Table,
  key: ItemKey,
  refused: Refused,
  data: Readonly<Record<string, unknown>> = {},
): GuardedWrite {
  return requireThat(table, key, existsWith(data), refused);
}

/** Holds while an item exists and its `data` has the given values. */
export function existsWith(data: Readonly<Record<string, unknown>>): Expression {
  const fields = Object.entries(data);
  return allOf(EXISTS, ...fields.map(([name, value]) => expression`${attribute('data', name)} = ${value}`));
}

/** Puts an item without a condition, for a record that a later write of the same key may replace. */
export async function putItem(
  table: Table,
  item: ItemKey & Readonly<Record<string, unknown>>,
): Promise<void> {
  await table.client.send(new PutCommand({ TableName: table.name, Item: item }));
}

/**
 * Updates an item if the condition holds, and returns whether it did. Use it for changes that need no transaction and no
 * revision, and that may happen twice: if a reply was lost, the repetition may return false although the first attempt has
 * written.
 */
export async function updateIf(
  table: Table,
  { pk, sk }: ItemKey,
  expressions: { readonly update: Expression; readonly condition: Expression },
): Promise<boolean> {
  const input = { TableName: table.name, Key: { pk, sk }, ...expressionInput(expressions) };
  try {
    await table.client.send(new UpdateCommand(input));
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
