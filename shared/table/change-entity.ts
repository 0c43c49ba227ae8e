import { ApiError } from '../base/errors.ts';
import { checkIfMatch } from '../base/etag.ts';
import { auditWrites } from './audit-writes.ts';
import { changeItem, deleteItem } from './change-item.ts';
import type { GuardedWrite } from './commit.ts';
import { commitDespiteConflicts, decideAndWrite } from './decide-and-write.ts';
import { absentOr, allOf, attribute, EXISTS, expression } from './expression.ts';
import { CHILD_COUNT, DELETION, tenantKey } from './keys.ts';
import type { ChildLimit, Entity, EntityItem, Kind, Stored } from './kind.ts';
import { countChild } from './parents.ts';
import { batchGet, getItem } from './reads.ts';
import type { Table } from './table.ts';
import { putEntity, updateItem } from './writes.ts';

/**
 * Creates an entity with a new id and counts it at its parent, which must exist. `alongside` are further writes of the same
 * transaction, and `item` is the item to store. Throws the error of the kind's limit if the tenant has reached it.
 */
export async function createEntity<T extends Entity>(
  table: Table,
  kind: Kind<T>,
  entity: T,
  alongside: readonly GuardedWrite[] = [],
  item: EntityItem = kind.item(entity),
): Promise<T> {
  const parent = kind.parent(entity);
  const writes = [
    putEntity(table, item),
    ...(parent ? [countChild(table, parent, 1, 'not_found')] : []),
    ...alongside,
    ...auditWrites(table, kind, undefined, entity),
  ];
  if (kind.limit) await commitNewChild(table, entity.tenant_id ?? '', kind.limit, writes);
  else await commitDespiteConflicts(table, writes);
  return entity;
}

/** The changed entity, with further writes of the same transaction. */
interface Change<T> {
  readonly changed: T;
  readonly alongside?: readonly GuardedWrite[];
}

/**
 * Changes an entity that was just read, if it matches If-Match. After a concurrent change it calls `change` again on the new
 * state, so that fields which `change` does not name keep their new values.
 */
export function changeEntity<T extends Entity, S extends Stored<T>>(
  table: Table,
  kind: Kind<T, S>,
  loaded: S,
  ifMatch: string | undefined,
  change: (current: T, stored: S, writeId: string) => Change<T> | Promise<Change<T>>,
): Promise<T> {
  return decideAndWrite(table, loaded, reloadEntity(table, kind, loaded), async (current, writeId) => {
    const { entity, version } = current;
    checkIfMatch(ifMatch, entity);
    const { changed, alongside = [] } = await change(entity, current, writeId);
    const write = changeItem(table, kind.item(entity), kind.item(changed), { version, writeId });
    return {
      writes: [write, ...alongside, ...auditWrites(table, kind, entity, changed)],
      result: changed,
    };
  });
}

/** Changes the given fields of an entity, if it matches If-Match. */
export function updateEntity<T extends Entity & { readonly updated_at: string }, S extends Stored<T>>(
  table: Table,
  kind: Kind<T, S>,
  loaded: S,
  changes: { readonly [F in keyof T]?: T[F] | undefined },
  { ifMatch, at }: { readonly ifMatch: string | undefined; readonly at: string },
): Promise<T> {
  return changeEntity(table, kind, loaded, ifMatch, (current) => ({
    changed: applyChanges(current, changes, at),
  }));
}

interface Deletion<S> {
  readonly ifMatch: string | undefined;
  /** Further writes of the same transaction. */
  readonly alongside?: (stored: S, writeId: string) => Promise<readonly GuardedWrite[]>;
}

/** Deletes an entity without children that was just read, if it matches If-Match. */
export function deleteEntity<T extends Entity, S extends Stored<T>>(
  table: Table,
  kind: Kind<T, S>,
  loaded: S,
  { ifMatch, alongside = async () => [] }: Deletion<S>,
): Promise<void> {
  return decideAndWrite(table, loaded, reloadEntity(table, kind, loaded), async (stored, writeId) => {
    const { entity, version, children } = stored;
    checkIfMatch(ifMatch, entity);
    if (children > 0) throw new ApiError(kind.notEmpty ?? 'internal_error');
    const parent = kind.parent(entity);
    const writes = [
      deleteItem(table, kind.item(entity), version),
      ...(parent ? [countChild(table, parent, -1, 'stale')] : []),
      ...(await alongside(stored, writeId)),
      ...(kind.limit ? [countDeleted(table, entity.tenant_id ?? '', kind.limit)] : []),
      ...auditWrites(table, kind, entity, undefined),
    ];
    return { writes, result: undefined };
  });
}

/** Returns a function that reads an entity again, strongly consistent. */
export function reloadEntity<T extends Entity, S extends Stored<T>>(
  table: Table,
  kind: Kind<T, S>,
  { entity }: Stored<T>,
): () => Promise<S | undefined> {
  const { pk, sk } = kind.item(entity);
  const key = { pk, sk };
  const companionKey = kind.companionKey(entity.tenant_id ?? entity.id, entity.id);
  return async () => {
    const [item, companion] = companionKey
      ? await batchGet(table, [key, companionKey])
      : [await getItem(table, key)];
    return item && kind.read(item, companion);
  };
}

/** Counts a new child of a tenant, among all children and among those of its kind. Refused at the limit of the kind. */
function countNew(table: Table, tenantId: string, { count, maximum, error }: ChildLimit): GuardedWrite {
  const counted = attribute(count);
  const expressions = {
    update: expression`ADD ${attribute(CHILD_COUNT)} ${1}, ${counted} ${1} REMOVE ${attribute(DELETION)}`,
    condition: allOf(EXISTS, absentOr(counted, expression`${counted} < ${maximum}`)),
  };
  return updateItem(table, tenantKey(tenantId), expressions, error);
}

function countDeleted(table: Table, tenantId: string, { count }: ChildLimit): GuardedWrite {
  const update = expression`ADD ${attribute(CHILD_COUNT)} ${-1}, ${attribute(count)} ${-1}`;
  return updateItem(table, tenantKey(tenantId), { update, condition: EXISTS }, 'stale');
}

/**
 * Commits the creation of a child. Throws `not_found` if the tenant does not exist, and the error of the limit if it is
 * reached.
 */
async function commitNewChild(
  table: Table,
  tenantId: string,
  limit: ChildLimit,
  writes: readonly GuardedWrite[],
): Promise<void> {
  try {
    await commitDespiteConflicts(table, [...writes, countNew(table, tenantId, limit)]);
  } catch (error) {
    const isRefused = error instanceof ApiError && error.code === limit.error;
    if (isRefused && !(await getItem(table, tenantKey(tenantId)))) throw new ApiError('not_found');
    throw error;
  }
}

/** Applies the fields that a PATCH names to an entity. */
export function applyChanges<T extends { updated_at: string }>(
  entity: T,
  changes: { readonly [K in keyof T]?: T[K] | undefined },
  at: string,
): T {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  return { ...entity, ...Object.fromEntries(given), updated_at: at };
}
