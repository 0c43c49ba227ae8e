import { isDeepStrictEqual } from 'node:util';
import { CHILD_COUNT } from './attributes.ts';
import type { GuardedWrite } from './commit.ts';
import type { ItemKey } from './keys.ts';
import type { Table } from './table.ts';
import {
  type Condition,
  holdsWrite,
  isOfVersion,
  nextVersion,
  readVersion,
  type Version,
} from './version.ts';

type Item = ItemKey & Readonly<Record<string, unknown>>;

/** The version that a change was decided on, and the id by which it knows itself if it is repeated. */
export interface Basis {
  readonly version: Version;
  readonly writeId: string;
  /** What else must be so. */
  readonly further?: Condition;
}

/**
 * Turns an item that was read into another while it is still of the version that was read. Writes only what differs
 * between the two, a map such as `data` field by field: another release may keep attributes and fields in the item
 * that this one does not know, and they stay as they are. An item that was not there when it was read is made.
 */
export function changeItem(table: Table, before: Item, after: Item, basis: Basis): GuardedWrite {
  const { further = NO_FURTHER } = basis;
  const changes = differences(before, after);
  const guard = isOfVersion(basis.version);
  const written = Object.entries(nextVersion(basis.version, basis.writeId));
  const assignments = [...changes.set, ...written.map(([name, value]) => ({ path: [name], value }))];
  const removals = changes.removed.map(nameOf);
  const write = {
    Update: {
      TableName: table.name,
      Key: { pk: after.pk, sk: after.sk },
      UpdateExpression: [
        `SET ${assignments.map(({ path }) => `${nameOf(path)} = ${placeholder(path)}`).join(', ')}`,
        ...(removals.length > 0 ? [`REMOVE ${removals.join(', ')}`] : []),
      ].join(' '),
      ConditionExpression: allOf(guard.expression, further.expression),
      ExpressionAttributeNames: {
        ...guard.names,
        ...Object.fromEntries(
          [...assignments.map(({ path }) => path), ...changes.removed]
            .flat()
            .map((name) => [`#${name}`, name]),
        ),
        ...further.names,
      },
      ExpressionAttributeValues: {
        ...guard.values,
        ...further.values,
        ...Object.fromEntries(assignments.map(({ path, value }) => [placeholder(path), value])),
      },
    },
  };
  return {
    write,
    refused: 'stale',
    hasHappened: (item) => holdsWrite(readVersion(item), basis.writeId),
  };
}

const NO_FURTHER: Condition = { expression: '', names: {}, values: {} };

const allOf = (...conditions: readonly string[]) =>
  conditions.filter((condition) => condition !== '').join(' AND ');

/**
 * Deletes an item while it is still of the version that was read, nothing is counted as its child, and what else is
 * asked for holds. Whoever decides on this again must look at these, or would try for ever.
 */
export function deleteItem(
  table: Table,
  { pk, sk }: ItemKey,
  version: Version,
  further: Condition = NO_FURTHER,
): GuardedWrite {
  const guard = isOfVersion(version);
  const childless = '(attribute_not_exists(#children) OR #children = :none)';
  const write = {
    Delete: {
      TableName: table.name,
      Key: { pk, sk },
      ConditionExpression: allOf('attribute_exists(pk)', guard.expression, childless, further.expression),
      ExpressionAttributeNames: { ...guard.names, '#children': CHILD_COUNT, ...further.names },
      ExpressionAttributeValues: { ...guard.values, ':none': 0, ...further.values },
    },
  };
  return { write, refused: 'stale', hasHappened: (item) => item === undefined };
}

/** An attribute, or an attribute that is a map and one of its fields. */
type Path = readonly string[];

interface Assignment {
  readonly path: Path;
  readonly value: unknown;
}

function differences(before: Item, after: Item): { set: Assignment[]; removed: Path[] } {
  const set = Object.entries(after).flatMap(([name, value]): Assignment[] => {
    const old = before[name];
    if (!isMap(old) || !isMap(value)) return isSame(old, value) ? [] : [{ path: [name], value }];
    return Object.entries(value)
      .filter(([field, fieldValue]) => !isSame(old[field], fieldValue))
      .map(([field, fieldValue]) => ({ path: [name, field], value: fieldValue }));
  });
  const removed = missingIn(after, before).map((name): Path => [name]);
  const removedFields = Object.entries(after).flatMap(([name, value]) => {
    const old = before[name];
    return isMap(old) && isMap(value) ? missingIn(value, old).map((field): Path => [name, field]) : [];
  });
  return { set, removed: [...removed, ...removedFields] };
}

const missingIn = (after: object, before: object) =>
  Object.keys(before).filter((name) => !Object.hasOwn(after, name));

/** Nearly all values are texts, for which there is a shorter way. */
function isSame(old: unknown, value: unknown): boolean {
  return old === value || isDeepStrictEqual(old, value);
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const nameOf = (path: Path) => path.map((name) => `#${name}`).join('.');

const placeholder = (path: Path) => `:${path.join('_')}`;
