import { isPermitted, isWithinReach, narrowToTenant, REACH, type Reach } from '../access.ts';
import type { AuthenticatedUser } from '../actor.ts';
import { ApiError } from '../errors.ts';
import type { Runtime } from '../lambda/runtime.ts';
import { getAssignment } from '../users/assignment.ts';
import { readCaller } from './caller.ts';
import type { PipelineEvent, PipelineRequest, PipelineStep } from './pipeline-state.ts';
import { countAgainstLimit } from './rate-limit.ts';
import { isPermission, type Route } from './route.ts';
import { loadTarget } from './target.ts';

/**
 * Lets a request in or turns it away, before its body is looked at: who calls, whether the limit allows it, what
 * is in the caller's reach and whether the profile may. Counting and reading run side by side, one round trip
 * deep; the limit's verdict comes first.
 */
export function admitRequest(route: Route): PipelineStep {
  return {
    async before({ event }: PipelineRequest) {
      const { state } = event;
      const { runtime, now } = state;
      if (route.access !== 'anyone') state.caller = readCaller(event);
      const { caller } = state;
      const [rate, access] = await Promise.allSettled([
        countAgainstLimit(runtime, { route, event, caller, now }),
        caller ? decideAccess(runtime, route, event, caller) : undefined,
      ]);
      if (rate.status === 'rejected') throw rate.reason;
      state.rate = rate.value;
      if (rate.value && !rate.value.allowed) throw new ApiError('too_many_requests');
      if (access.status === 'rejected') throw access.reason;
      state.reach = access.value?.reach;
      state.target = access.value?.target;
    },
  };
}

/** What is out of reach does not exist (404); what is in reach but not permitted is forbidden (403). */
async function decideAccess(
  { table }: Runtime,
  route: Route,
  event: PipelineEvent,
  caller: AuthenticatedUser,
): Promise<{ reach: Reach; target: unknown } | undefined> {
  if (!isPermission(route.access)) return undefined;
  const [reach, loaded] = await Promise.all([
    readReach(table, caller),
    route.target &&
      loadTarget(table, route.target, event.state.pathParameters?.[`${route.target}_id`], caller),
  ]);
  if (route.target && !(loaded && isWithinReach(reach, loaded.subject))) throw new ApiError('not_found');
  if (!isPermitted(caller.role, route.access, loaded?.subject)) throw new ApiError('forbidden');
  if (route.method !== 'GET' && !narrowToTenant(reach, event.queryStringParameters?.['tenant_id'])) {
    throw new ApiError('not_found'); // nothing is created in a tenant out of reach; a list merely finds nothing there
  }
  return { reach, target: loaded?.target };
}

async function readReach(table: Runtime['table'], caller: AuthenticatedUser): Promise<Reach> {
  const kind = REACH[caller.role];
  const { tenantId } = caller;
  switch (kind) {
    case 'platform':
      return { kind };
    case 'tenant':
      return { kind, tenantId };
    case 'assigned_sites': {
      const { siteIds } = await getAssignment(table, caller);
      return { kind, tenantId, siteIds, userId: caller.userId };
    }
  }
}
