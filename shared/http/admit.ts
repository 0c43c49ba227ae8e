import { keysOfAssignment, scopeOfUser } from '../accounts/assignments.ts';
import { isPermitted, isWithinScope, narrowToTenant, type Scope } from '../base/access.ts';
import { type AuthenticatedKey, type Caller, isKey } from '../base/actor.ts';
import { ApiError, invalidField } from '../base/errors.ts';
import { idField } from '../base/fields.ts';
import type { ItemKey } from '../table/keys.ts';
import { batchGet, getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { readCaller } from './caller.ts';
import type { PipelineEvent } from './pipeline-state.ts';
import { countAgainstLimit, passRateGate } from './rate-limit.ts';
import { isPermission, type Route } from './route.ts';
import { findTargetKeys, type LoadedTarget, readTarget } from './target.ts';

/**
 * Admits a request or throws, before its body is parsed. It checks who calls, whether the limits allow the request, whether
 * the target is within the scope, and whether the caller has the permission. Counting and reading run in parallel, in one
 * round trip; if both fail, the error of the limit is thrown. An API key that the route does not take is rejected before
 * anything is counted or read.
 */
export async function admitRequest(route: Route, event: PipelineEvent): Promise<void> {
  const { state } = event;
  if (route.access !== 'anyone') state.caller = readCaller(event);
  const { caller } = state;
  if (caller && isKey(caller) && !route.takesKeys.includes(caller.access))
    throw new ApiError('forbidden', { reason: 'key_not_taken' });
  if (caller && !isKey(caller) && caller.lacksSecondFactor && !route.isForSetUp)
    throw new ApiError('second_factor_setup_required');
  const [rate, access] = await Promise.allSettled([
    countAgainstLimit(route, event, caller),
    caller && decideAccess(state.runtime.table, route, event, caller),
  ]);
  if (rate.status === 'rejected') throw rate.reason;
  passRateGate(event, rate.value);
  if (access.status === 'rejected') throw access.reason;
  state.scope = access.value?.scope;
  state.target = access.value?.target;
}

/**
 * Decides whether the caller may access the target. An entity outside the scope does not exist for the caller (404). Within
 * the scope, a missing permission is forbidden (403).
 */
async function decideAccess(
  table: Table,
  route: Route,
  event: PipelineEvent,
  caller: Caller,
): Promise<{ scope: Scope; target: unknown } | undefined> {
  const { access } = route;
  if (!isPermission(access)) return undefined;
  const { scope, loaded } = await readAccess(table, route, event, caller);
  if (route.target && !(loaded && isWithinScope(scope, loaded.subject))) throw new ApiError('not_found');
  // An API key needs no permission on a route that takes such keys.
  const permitted = isKey(caller) || isPermitted(caller.role, access, loaded?.subject);
  if (!permitted) throw new ApiError('forbidden');
  checkTenants(route, scope, loaded, tenantsNamed(event));
  return { scope, target: loaded?.target };
}

/**
 * Checks the tenants that the query names. They must not differ from the tenant of the path's target. A request that writes
 * must not name a tenant outside the scope; a list simply finds nothing there.
 */
function checkTenants(
  { method }: Route,
  scope: Scope,
  loaded: LoadedTarget | undefined,
  tenantIds: readonly string[],
): void {
  if (loaded && tenantIds.some((id) => id !== loaded.subject.tenant_id)) {
    throw invalidField('tenant_id', 'The tenant_id field must be the tenant of what the path names.');
  }
  if (method !== 'GET' && tenantIds.some((id) => !narrowToTenant(scope, id))) throw new ApiError('not_found');
}

function tenantsNamed({ multiValueQueryStringParameters, queryStringParameters }: PipelineEvent): string[] {
  const given = multiValueQueryStringParameters?.['tenant_id'] ?? [queryStringParameters?.['tenant_id']];
  return given.filter((id) => id !== undefined).map((id) => idField.safeParse(id).data ?? id);
}

/** Reads the caller's scope and the target of the path, strongly consistent, in one call if both need a read. */
async function readAccess(
  table: Table,
  { target }: Route,
  { state: { pathParameters } }: PipelineEvent,
  caller: Caller,
): Promise<{ scope: Scope; loaded: LoadedTarget | undefined }> {
  const assignmentKeys = isKey(caller) ? [] : keysOfAssignment(caller);
  const targetKeys = target
    ? await findTargetKeys(table, target.kind, pathParameters?.[target.parameter], caller)
    : [];
  const items = await getAll(table, [...assignmentKeys, ...targetKeys]);
  const [assignment] = assignmentKeys.length > 0 ? items : [];
  const scope = isKey(caller) ? scopeOfKey(caller) : scopeOfUser(caller, assignment);
  return { scope, loaded: target && readTarget(target.kind, items.slice(assignmentKeys.length)) };
}

/** The scope of an API key: its tenant, or the one site to which it is bound. */
function scopeOfKey({ tenantId, siteId }: AuthenticatedKey): Scope {
  if (siteId === undefined) return { kind: 'tenant', tenantId };
  return { kind: 'assigned_sites', tenantId, siteIds: [siteId], userId: undefined };
}

/** Reads several items in one call, which takes a third less processor time than one call for each. */
async function getAll(table: Table, [first, ...others]: readonly ItemKey[]) {
  if (!first) return [];
  return others.length > 0 ? batchGet(table, [first, ...others]) : [await getItem(table, first)];
}
