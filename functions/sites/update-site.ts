import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { checkSetsEscalation } from '../../shared/sites/site-escalation.ts';
import { updateSite } from '../../shared/sites/update-site.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { updateSiteRoute } from './update-site.route.ts';

export const createHandler = createEndpoint(
  updateSiteRoute,
  async ({ target, body, caller, ifMatch, now }, { table }) => {
    checkSetsEscalation(caller, body);
    return { body: await updateSite(table, target, body, { ifMatch, at: formatTimestamp(now) }) };
  },
);

export const handler = createHandler(lambdaRuntime);
