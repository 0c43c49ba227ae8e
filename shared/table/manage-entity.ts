import type * as z from 'zod';
import { ApiError, type ErrorCode } from '../errors.ts';
import { checkIfMatch } from '../http/etag.ts';
import { decideAndWrite, type GuardedWrite } from './commit.ts';
import type { EntityItem } from './entity-item.ts';
import { getParent } from './get-entity.ts';
import type { Table } from './table.ts';
import { deleteUnchanged, replaceData } from './writes.ts';

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
  loaded: T,
  ifMatch: string | undefined,
  change: (current: T) => Change<T>,
): Promise<T> {
  return decideAndWrite(table, asLoaded(loaded), reload(table, kind, loaded), ({ entity: current }) => {
    checkIfMatch(ifMatch, current);
    const { changed, alongside = [] } = change(current);
    return { writes: [replaceData(table, kind.item(changed), current), ...alongside], result: changed };
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
  loaded: T,
  { ifMatch, notEmpty, alongside }: Deletion<T>,
): Promise<void> {
  return decideAndWrite(
    table,
    asLoaded(loaded),
    reload(table, kind, loaded),
    ({ entity, children }): { writes: GuardedWrite[]; result: undefined } => {
      checkIfMatch(ifMatch, entity);
      if (children > 0) throw new ApiError(notEmpty);
      const writes = [deleteUnchanged(table, kind.item(entity), entity), ...alongside(entity)];
      return { writes, result: undefined };
    },
  );
}

/** The children of what was just read are not known; the write itself asks for none, and then they are read. */
function asLoaded<T>(entity: T) {
  return { entity, children: 0 };
}

function reload<T>(table: Table, { schema, item }: EntityKind<T>, loaded: T) {
  const { pk, sk } = item(loaded);
  return () => getParent(table, { pk, sk }, schema);
}
