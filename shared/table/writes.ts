import type { GuardedWrite } from './commit.ts';
import type { ItemKey } from './keys.ts';
import type { Table } from './table.ts';

type Item = ItemKey & Readonly<Record<string, unknown>>;

/** Pure builders of guarded writes: every write says what must still be true for it to hold. */

/** Puts an item that is not there yet. */
export function putNew(table: Table, item: Item, refused: GuardedWrite['refused']): GuardedWrite {
  const write = {
    Put: { TableName: table.name, Item: item, ConditionExpression: 'attribute_not_exists(pk)' },
  };
  return { write, refused };
}

/**
 * Sets every attribute of an item while those in `before` are still what was read, and leaves alone those that it
 * does not name.
 */
export function replaceItem(
  table: Table,
  { pk, sk, ...attributes }: Item,
  before: Readonly<Record<string, unknown>>,
): GuardedWrite {
  const names = Object.keys(attributes);
  const conditions = Object.keys(before);
  const write = {
    Update: {
      TableName: table.name,
      Key: { pk, sk },
      UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
      ConditionExpression: conditions.map((name) => `#${name} = :before_${name}`).join(' AND '),
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: {
        ...Object.fromEntries(names.map((name) => [`:${name}`, attributes[name]])),
        ...Object.fromEntries(conditions.map((name) => [`:before_${name}`, before[name]])),
      },
    },
  };
  return { write, refused: 'stale' };
}

/** The same of an entity, while its `data` is still what was read. */
export function replaceData(table: Table, item: Item, before: unknown): GuardedWrite {
  return replaceItem(table, item, { data: before });
}

/**
 * Deletes an item while its `data` is still what was read and nothing is counted as its child. Whoever decides on
 * this again must look at the count, or would try for ever.
 */
export function deleteUnchanged(table: Table, { pk, sk }: ItemKey, before: unknown): GuardedWrite {
  const write = {
    Delete: {
      TableName: table.name,
      Key: { pk, sk },
      ConditionExpression: '#data = :before AND (attribute_not_exists(#children) OR #children = :none)',
      ExpressionAttributeNames: { '#data': 'data', '#children': CHILD_COUNT },
      ExpressionAttributeValues: { ':before': before, ':none': 0 },
    },
  };
  return { write, refused: 'stale' };
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

/**
 * How many children a parent has, beside its data and in no index. Creating a child counts it in the same
 * transaction and deleting the parent requires none, so of the two exactly one can happen.
 */
export const CHILD_COUNT = 'children';

/** Counts a child that comes (+1) or goes (−1) at a parent, which must be there and have these values. */
export function countChild(
  table: Table,
  { pk, sk }: ItemKey,
  change: 1 | -1,
  refused: GuardedWrite['refused'],
  data: Readonly<Record<string, unknown>> = {},
): GuardedWrite {
  const { condition, names, values } = dataCondition(data);
  const write = {
    Update: {
      TableName: table.name,
      Key: { pk, sk },
      UpdateExpression: 'ADD #children :change',
      ConditionExpression: condition,
      ExpressionAttributeNames: { '#children': CHILD_COUNT, ...names },
      ExpressionAttributeValues: { ':change': change, ...values },
    },
  };
  return { write, refused };
}

function dataCondition(data: Readonly<Record<string, unknown>>) {
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
