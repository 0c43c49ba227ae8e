import { isWithinScope, SCOPE, type Scope, type Subject } from '../base/access.ts';
import { type Caller, isKey } from '../base/actor.ts';
import { idField } from '../base/fields.ts';
import { runInLanes } from '../base/run-in-lanes.ts';
import { findTenantOf } from '../table/find-tenant.ts';
import { type ItemKey, TENANT_KIND } from '../table/keys.ts';
import type { Entity, Kind, KindKeys } from '../table/kind.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';

export interface LoadedTarget {
  readonly target: unknown;
  /** The location of the target, which decides whether the target is within a scope. */
  readonly subject: Subject;
}

/**
 * Finds the keys of the entity that a path parameter names, its own key first. The tenant is the caller's own; for a platform
 * admin it is looked up. Whoever calls this must check the scope afterwards.
 */
export async function findTargetKeys(
  table: Table,
  kind: Kind<Entity>,
  given: string | undefined,
  caller: Caller,
): Promise<readonly ItemKey[]> {
  const id = idField.safeParse(given).data;
  if (id === undefined) return []; // an invalid id cannot name an entity
  const tenantId = kind.name === TENANT_KIND ? id : await findTenant(table, kind, id, caller);
  if (tenantId === undefined) return [];
  const companionKey = kind.companionKey(tenantId, id);
  return [kind.key(tenantId, id), ...(companionKey ? [companionKey] : [])];
}

type Item = Record<string, unknown>;

/** Reads a target from the items at its keys; `undefined` if it does not exist. */
export function readTarget(
  kind: Kind<Entity>,
  [item, companion]: readonly (Item | undefined)[],
): LoadedTarget | undefined {
  if (!item) return undefined;
  const stored = kind.read(item, companion);
  return { target: stored, subject: kind.subject(stored.entity) };
}

const LOOKUPS_AT_ONCE = 5;

/**
 * Loads up to 50 entities in one call and returns them in the order of their ids; `undefined` for an entity that does not
 * exist or is outside the scope.
 */
export async function loadTargets<K extends Kind<Entity>>(
  table: Table,
  kind: K,
  ids: readonly string[],
  { caller, scope }: { readonly caller: Caller; readonly scope: Scope },
): Promise<(ReturnType<K['read']> | undefined)[]> {
  const keys = await runInLanes(ids, LOOKUPS_AT_ONCE, (id) => findTargetKeys(table, kind, id, caller));
  const wanted = keys.flat();
  const items = wanted.length > 0 ? (await batchGet(table, wanted)).values() : [].values();
  return keys.map((its) => {
    const loaded = readTarget(
      kind,
      its.map(() => items.next().value),
    );
    return loaded && isWithinScope(scope, loaded.subject)
      ? (loaded.target as ReturnType<K['read']>)
      : undefined;
  });
}

async function findTenant(
  table: Table,
  kind: KindKeys,
  id: string,
  caller: Caller,
): Promise<string | undefined> {
  const isOfPlatform = !isKey(caller) && SCOPE[caller.role] === 'platform';
  return isOfPlatform ? findTenantOf(table, kind, id) : caller.tenantId;
}
