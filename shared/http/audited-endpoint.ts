import { GUARD_ITSELF, recordCaller } from '../actor.ts';
import { type AuditContext, withAudit } from '../audit/audit-log.ts';
import type { Runtime } from '../lambda/runtime.ts';
import { createEndpoint, type Endpoint } from './endpoint.ts';
import { userAgentOf } from './log-request.ts';
import type { PipelineEvent } from './pipeline-state.ts';
import type { Route } from './route.ts';

/** Creates the Lambda handler of a route with `isAudited`: its table records changes of configuration. */
// @__NO_SIDE_EFFECTS__
export function createAuditedEndpoint<const R extends Route>(route: R, endpoint: Endpoint<R>) {
  return createEndpoint(route, endpoint, auditedRuntime);
}

/** The runtime of a request, with a table that records changes of configuration. */
export function auditedRuntime(event: PipelineEvent): Runtime {
  const { runtime } = event.state;
  const table = withAudit(runtime.table, auditContext(event));
  return Object.create(runtime, { table: { value: table } });
}

/** The sender of a request, and the address from which it came. */
function auditContext(event: PipelineEvent): AuditContext {
  const { state, requestContext } = event;
  const { caller, runtime, now } = state;
  return {
    actor: caller ? recordCaller(caller) : GUARD_ITSELF,
    ip_address: requestContext.identity.sourceIp,
    user_agent: userAgentOf(event) ?? null,
    request_id: requestContext.requestId,
    now,
    randomBytes: runtime.randomBytes,
    retentionDays: runtime.settings.auditRetentionDays,
  };
}
