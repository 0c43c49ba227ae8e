import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { SITES } from '../../shared/sites/site.ts';
import { checkSetsEscalation } from '../../shared/sites/site-escalation.ts';
import { updateEntity } from '../../shared/table/change-entity.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { updateSiteRoute } from './update-site.route.ts';

export const createHandler = createAuditedEndpoint(
  updateSiteRoute,
  async ({ target, body, caller, ifMatch, now }, { table }) => {
    checkSetsEscalation(caller, body);
    return { body: await updateEntity(table, SITES, target, body, { ifMatch, at: formatTimestamp(now) }) };
  },
);

export const handler = createHandler(lambdaRuntime);
