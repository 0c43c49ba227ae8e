import type * as z from 'zod';
import { ApiError, type ErrorCode } from '../errors.ts';
import { checkIfMatch } from '../etag.ts';
import { changeItem, deleteItem } from './change-item.ts';
import type { GuardedWrite } from './commit.ts';
import { decideAndWrite } from './decide.ts';
import type { EntityItem, Stored } from './entity-item.ts';
import { getStored } from './get-entity.ts';
import type { Table } from './table.ts';

/** How the entities of a kind are kept: the item that one is written as, and what is read back. */
export interface EntityKind<T> {
  readonly schema: z.ZodType<T>;
  readonly item: (entity: T) => EntityItem<T>;
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
export function changeEntity<T>(
  table: Table,
  kind: EntityKind<T>,
  loaded: Stored<T>,
  ifMatch: string | undefined,
  change: (current: T) => Change<T>,
): Promise<T> {
  return decideAndWrite(table, loaded, reloadStored(table, kind, loaded), ({ entity, version }, writeId) => {
    checkIfMatch(ifMatch, entity);
    const { changed, alongside = [] } = change(entity);
    const write = changeItem(table, kind.item(entity), kind.item(changed), { version, writeId });
    return { writes: [write, ...alongside], result: changed };
  });
}

interface Deletion<T> {
  readonly ifMatch: string | undefined;
  /** The error where something still belongs to the entity. */
  readonly notEmpty: ErrorCode;
  /** What else is written in the same transaction. */
  readonly alongside: (entity: T) => readonly GuardedWrite[];
}

/** Deletes an entity that was just read and to which nothing belongs, if it is what If-Match names. */
export function deleteEntity<T>(
  table: Table,
  kind: EntityKind<T>,
  loaded: Stored<T>,
  { ifMatch, notEmpty, alongside }: Deletion<T>,
): Promise<void> {
  return decideAndWrite(table, loaded, reloadStored(table, kind, loaded), ({ entity, version, children }) => {
    checkIfMatch(ifMatch, entity);
    if (children > 0) throw new ApiError(notEmpty);
    const writes = [deleteItem(table, kind.item(entity), version), ...alongside(entity)];
    return { writes, result: undefined };
  });
}

/** Reads an entity that was read before as it is now. */
export function reloadStored<T>(table: Table, { schema, item }: EntityKind<T>, { entity }: Stored<T>) {
  return () => getStored(table, item(entity), schema);
}
