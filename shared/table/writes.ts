import type { GuardedWrite } from './commit.ts';
import type { ItemKey } from './keys.ts';
import type { Table } from './table.ts';
import { REVISION } from './version.ts';

type Item = ItemKey & Readonly<Record<string, unknown>>;

/** Pure builders of guarded writes: every write says what must still be true for it to hold. */

/** Puts an item that is not there yet. */
export function putNew(table: Table, item: Item, refused: GuardedWrite['refused']): GuardedWrite {
  const write = {
    Put: { TableName: table.name, Item: item, ConditionExpression: 'attribute_not_exists(pk)' },
  };
  return { write, refused };
}

/** Puts an item whose key nothing else can have, such as a new id: where it is there, this very write put it there. */
export function putOwn(table: Table, item: Item): GuardedWrite {
  return { ...putNew(table, item, 'own'), hasHappened: (found) => found !== undefined };
}

/** Puts a new entity, of the first revision. */
export function putEntity(table: Table, item: Item): GuardedWrite {
  return putOwn(table, { ...item, [REVISION]: 1 });
}

/** Deletes an item that must be there only if something else wrote it. */
export function deleteAny(table: Table, { pk, sk }: ItemKey): GuardedWrite {
  return { write: { Delete: { TableName: table.name, Key: { pk, sk } } }, refused: 'stale' };
}

/** Holds only while an item is there, and its `data` has these values. */
export function requireItem(
  table: Table,
  { pk, sk }: ItemKey,
  refused: GuardedWrite['refused'],
  data: Readonly<Record<string, unknown>> = {},
): GuardedWrite {
  const { condition, names, values } = dataCondition(data);
  const write = {
    ConditionCheck: {
      TableName: table.name,
      Key: { pk, sk },
      ConditionExpression: condition,
      ...(names ? { ExpressionAttributeNames: names, ExpressionAttributeValues: values } : {}),
    },
  };
  return { write, refused };
}

/** Holds while an item is there and its `data` has these values. */
export function dataCondition(data: Readonly<Record<string, unknown>>) {
  const fields = Object.keys(data);
  const conditions = fields.map((field) => `#data.#${field} = :${field}`);
  return {
    condition: ['attribute_exists(pk)', ...conditions].join(' AND '),
    names:
      fields.length > 0
        ? { '#data': 'data', ...Object.fromEntries(fields.map((field) => [`#${field}`, field])) }
        : undefined,
    values: Object.fromEntries(fields.map((field) => [`:${field}`, data[field]])),
  };
}
