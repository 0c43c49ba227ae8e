import { isDeepStrictEqual } from 'node:util';
import type { GuardedWrite } from './commit.ts';
import { absentOr, allOf, attribute, EXISTS, type Expression, expression, join } from './expression.ts';
import { CHILD_COUNT, type ItemKey } from './keys.ts';
import type { Table } from './table.ts';
import { hasVersion, includesWrite, nextVersion, readVersion, type Version } from './version.ts';
import { deleteIf, updateItem } from './writes.ts';

type Item = ItemKey & Readonly<Record<string, unknown>>;

/** The basis on which a change was decided. */
export interface Basis {
  readonly version: Version;
  /** Marks the write, so that a repetition of it is recognized. */
  readonly writeId: string;
  /** A further condition. */
  readonly condition?: Expression;
}

/**
 * Changes an item if it still has the version that was read. Writes only the differences, and for a map such as `data` only
 * the differing fields, so that attributes and fields of another release stay. Creates the item if it did not exist when it
 * was read.
 */
export function changeItem(
  table: Table,
  before: Item,
  after: Item,
  { version, writeId, condition }: Basis,
): GuardedWrite {
  const changes = differences(before, after);
  const versionChanges = Object.entries(nextVersion(version, writeId));
  const assignments = [...changes.set, ...versionChanges.map(([name, value]) => ({ path: [name], value }))];
  const set = join(
    assignments.map(({ path, value }) => expression`${attribute(...path)} = ${value}`),
    ', ',
  );
  const removed = join(
    changes.removed.map((path) => attribute(...path)),
    ', ',
  );
  const expressions = {
    update: changes.removed.length > 0 ? expression`SET ${set} REMOVE ${removed}` : expression`SET ${set}`,
    condition: allOf(hasVersion(version), condition),
  };
  return {
    ...updateItem(table, after, expressions, 'stale'),
    hasHappened: (item) => includesWrite(readVersion(item), writeId),
  };
}

export const HAS_NO_CHILDREN = absentOr(attribute(CHILD_COUNT), expression`${attribute(CHILD_COUNT)} = ${0}`);

/**
 * Deletes an item if it still has the version that was read, has no children, and meets the further condition. Callers that
 * decide again after a refusal must check the children and the condition themselves, or they retry without success.
 */
export function deleteItem(
  table: Table,
  key: ItemKey,
  version: Version,
  condition?: Expression,
): GuardedWrite {
  return {
    ...deleteIf(table, key, allOf(EXISTS, hasVersion(version), HAS_NO_CHILDREN, condition), 'stale'),
    hasHappened: (item) => item === undefined,
  };
}

/** An attribute, or a field of an attribute that is a map. */
type Path = readonly string[];

interface Assignment {
  readonly path: Path;
  readonly value: unknown;
}

function differences(before: Item, after: Item): { set: Assignment[]; removed: Path[] } {
  const set: Assignment[] = [];
  const removed: Path[] = missingIn(after, before).map((name) => [name]);
  for (const name of Object.keys(after)) {
    const [old, value] = [before[name], after[name]];
    if (isMap(old) && isMap(value)) {
      for (const field of Object.keys(value)) {
        if (!isSame(old[field], value[field])) set.push({ path: [name, field], value: value[field] });
      }
      removed.push(...missingIn(value, old).map((field) => [name, field]));
    } else if (!isSame(old, value)) {
      set.push({ path: [name], value });
    }
  }
  return { set, removed };
}

const missingIn = (after: object, before: object) =>
  Object.keys(before).filter((name) => !Object.hasOwn(after, name));

/** Compares texts directly, which nearly all values are, because the general comparison is slow. */
function isSame(old: unknown, value: unknown): boolean {
  return old === value || isDeepStrictEqual(old, value);
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
