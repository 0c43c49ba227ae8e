import type { Site } from '../sites/site.ts';
import { deleteEntity } from '../table/change-entity.ts';
import type { Entity, Kind, Stored } from '../table/kind.ts';
import { type Extent, planList, siteExtent } from '../table/list-plan.ts';
import { listEntities } from '../table/list-read.ts';
import type { Table } from '../table/table.ts';
import { answerList, type ListCall, type ListQuery } from './answer-list.ts';

/** Endpoints that only read, list or delete what their route names: each is all that its handler does. */

interface TableOnly {
  readonly table: Table;
}

/** Shows the target as it is stored. */
export const showTarget = <T>({ target }: { readonly target: Stored<T> }) => ({ body: target.entity });

/** Lists the entities of a kind within the scope of the caller. */
export const listOf =
  <T extends Entity>(kind: Kind<T>) =>
  async (call: ListCall<ListQuery>, { table }: TableOnly) => ({
    body: await answerList(call, (scope, _, page) => listEntities(table, kind, planList(kind, scope), page)),
  });

/** Lists the entities of a kind at the site that the path names. */
export const listAtSite = <T extends Entity>(kind: Kind<T>) => listIn<T, Site>(kind, siteExtent);

/** Lists the entities of a kind whose keys begin with the id of the target, such as the history of an alert. */
export const listUnder = <T extends Entity>(kind: Kind<T>) =>
  listIn<T, Entity & { readonly tenant_id: string }>(kind, ({ tenant_id: tenantId, id }) => ({
    kind: 'under',
    tenantId,
    id,
  }));

const listIn =
  <T extends Entity, P>(kind: Kind<T>, extentOf: (parent: P) => Extent) =>
  async (call: ListCall<ListQuery> & { readonly target: Stored<P> }, { table }: TableOnly) => {
    const plan = planList(kind, extentOf(call.target.entity));
    return {
      body: await answerList(call, (_scope, _filters, page) => listEntities(table, kind, plan, page)),
    };
  };

interface Deletion<S> {
  readonly target: S;
  readonly ifMatch: string | undefined;
}

/** Deletes the target, if it has no children. */
export const deleteTarget =
  <T extends Entity, S extends Stored<T>>(kind: Kind<T, S>) =>
  ({ target, ifMatch }: Deletion<S>, { table }: TableOnly) =>
    deleteEntity(table, kind, target, { ifMatch });
