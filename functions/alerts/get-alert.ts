import { isPermitted } from '../../shared/access.ts';
import { isKey } from '../../shared/actor.ts';
import { findAlert } from '../../shared/alerts/find-alert.ts';
import { countedAlert } from '../../shared/alerts/read-alert.ts';
import { readAlertPlan } from '../../shared/alerts/read-alert-plan.ts';
import { isBehind, readRecentHistory } from '../../shared/alerts/recent-history.ts';
import { findContacts } from '../../shared/contacts/read-contacts.ts';
import { ApiError } from '../../shared/errors.ts';
import { admitRequest } from '../../shared/http/admit.ts';
import { type EndpointAnswer, endpointRequest } from '../../shared/http/endpoint.ts';
import { parseInput } from '../../shared/http/parse-input.ts';
import { createPipeline } from '../../shared/http/pipeline.ts';
import type { PipelineEvent } from '../../shared/http/pipeline-state.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { getAlertRoute } from './get-alert.route.ts';

/** The history is read in parallel with the alert, which saves a round trip. */
export const createHandler = createPipeline(getAlertRoute, getAlert);

export const handler = createHandler(lambdaRuntime);

async function getAlert(event: PipelineEvent): Promise<EndpointAnswer<typeof getAlertRoute>> {
  const { table } = event.state.runtime;
  const [admitted, early] = await Promise.allSettled([
    admitRequest(getAlertRoute, event),
    readOwnHistory(event),
  ]);
  if (admitted.status === 'rejected') throw admitted.reason;
  if (early.status === 'rejected') throw early.reason;
  const { target, query, caller } = endpointRequest(getAlertRoute, event);
  const hasContacts = query.include?.includes('contacts') ?? false;
  if (hasContacts && (isKey(caller) || !isPermitted(caller.role, 'contacts:read'))) {
    throw new ApiError('forbidden');
  }
  const { tenant_id, site_id } = target.entity;
  const [alert, history, plan, contacts] = await Promise.all([
    countedAlert(table, target),
    query.include?.includes('history') ? (early.value ?? readRecentHistory(table, target.entity)) : undefined,
    query.include?.includes('plan') ? readAlertPlan(table, target) : undefined,
    hasContacts ? findContacts(table, tenant_id, site_id) : undefined,
  ]);
  // The alert may have changed between the two reads.
  const isOutdated = history && isBehind(history, alert);
  const isPlanOutdated = plan && alert.version !== target.entity.version;
  const [newHistory, newTarget] = await Promise.all([
    isOutdated ? readRecentHistory(table, alert) : history,
    isPlanOutdated ? findAlert(table, tenant_id, alert.id) : undefined,
  ]);
  const newPlan = newTarget ? await readAlertPlan(table, newTarget) : plan;
  return { body: { ...alert, history: newHistory, plan: newPlan, contacts } };
}

/** Reads the history if it is asked for and the caller's tenant is known to be the alert's tenant. */
async function readOwnHistory(event: PipelineEvent) {
  parseInput(getAlertRoute, event);
  const { path, query, caller } = endpointRequest(getAlertRoute, event);
  const isOfPlatform = !isKey(caller) && caller.role === 'platform_admin';
  if (!query.include?.includes('history') || isOfPlatform) return undefined;
  return readRecentHistory(event.state.runtime.table, { tenant_id: caller.tenantId, id: path.alert_id });
}
