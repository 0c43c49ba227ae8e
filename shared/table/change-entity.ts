import { ApiError } from '../errors.ts';
import { checkIfMatch } from '../etag.ts';
import { changeItem, deleteItem } from './change-item.ts';
import { commit, type GuardedWrite } from './commit.ts';
import { decideAndWrite } from './decide.ts';
import { getItem } from './get-item.ts';
import type { Entity, Kind, Stored } from './kind.ts';
import { countChild } from './parents.ts';
import type { Table } from './table.ts';
import { putEntity } from './writes.ts';

/** Creates an entity of a new id, counted at its parent, which must be there; with what else is written. */
export async function createEntity<T extends Entity>(
  table: Table,
  kind: Kind<T>,
  entity: T,
  alongside: readonly GuardedWrite[] = [],
): Promise<T> {
  const parent = kind.parent(entity);
  await commit(table, [
    putEntity(table, kind.item(entity)),
    ...(parent ? [countChild(table, parent, 1, 'not_found')] : []),
    ...alongside,
  ]);
  return entity;
}

/** What an entity becomes, and what else is written in the same transaction. */
export interface Change<T> {
  readonly changed: T;
  readonly alongside?: readonly GuardedWrite[];
}

/**
 * Changes an entity that was just read, if it is what If-Match names. `change` is asked again whenever another
 * change came first, so of racing changes none undoes a field that it does not name.
 */
export function changeEntity<T extends Entity>(
  table: Table,
  kind: Kind<T>,
  loaded: Stored<T>,
  ifMatch: string | undefined,
  change: (current: T) => Change<T>,
): Promise<T> {
  return decideAndWrite(table, loaded, reloadEntity(table, kind, loaded), ({ entity, version }, writeId) => {
    checkIfMatch(ifMatch, entity);
    const { changed, alongside = [] } = change(entity);
    const write = changeItem(table, kind.item(entity), kind.item(changed), { version, writeId });
    return { writes: [write, ...alongside], result: changed };
  });
}

interface Deletion<T> {
  readonly ifMatch: string | undefined;
  /** What else is written in the same transaction. */
  readonly alongside?: (entity: T) => readonly GuardedWrite[];
}

/** Deletes an entity that was just read and that nothing is counted at as a child, if it is what If-Match names. */
export function deleteEntity<T extends Entity>(
  table: Table,
  kind: Kind<T>,
  loaded: Stored<T>,
  { ifMatch, alongside = () => [] }: Deletion<T>,
): Promise<void> {
  return decideAndWrite(table, loaded, reloadEntity(table, kind, loaded), ({ entity, version, children }) => {
    checkIfMatch(ifMatch, entity);
    if (children > 0) throw new ApiError(kind.notEmpty ?? 'internal_error');
    const parent = kind.parent(entity);
    const writes = [
      deleteItem(table, kind.item(entity), version),
      ...(parent ? [countChild(table, parent, -1, 'stale')] : []),
      ...alongside(entity),
    ];
    return { writes, result: undefined };
  });
}

/** Reads an entity that was read before as it is now, strongly consistent. */
export function reloadEntity<T extends Entity, S extends Stored<T>>(
  table: Table,
  kind: Kind<T, S>,
  { entity }: Stored<T>,
): () => Promise<S | undefined> {
  return async () => {
    const { pk, sk } = kind.item(entity);
    const item = await getItem(table, { pk, sk });
    return item && kind.read(item);
  };
}
