import { ApiError } from '../errors.ts';
import { checkIfMatch } from '../etag.ts';
import { applyChanges } from './apply-changes.ts';
import { auditWrites } from './audit-writes.ts';
import { batchGet } from './batch-get.ts';
import { changeItem, deleteItem } from './change-item.ts';
import type { GuardedWrite } from './commit.ts';
import { commitDespiteConflicts, decideAndWrite } from './decide.ts';
import { getItem } from './get-item.ts';
import type { Entity, EntityItem, Kind, Stored } from './kind.ts';
import { commitNewChild, countDeleted } from './limited-children.ts';
import { countChild } from './parents.ts';
import type { Table } from './table.ts';
import { putEntity } from './writes.ts';

/**
 * Creates an entity with a new id, as this item, and counts it at its parent, which must exist; with further writes. At the
 * limit of its kind it throws the error of the limit.
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
export interface Change<T> {
  readonly changed: T;
  readonly alongside?: readonly GuardedWrite[];
}

/**
 * Changes an entity that was just read, if it matches If-Match. Calls `change` again after a concurrent change, so that no
 * change overwrites a field that it does not name.
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
