import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { tenantToCreateIn } from '../../shared/http/tenant-to-create-in.ts';
import { newId } from '../../shared/ids.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { createSite } from '../../shared/sites/create-site.ts';
import type { Site } from '../../shared/sites/site.ts';
import { checkSetsEscalation } from '../../shared/sites/site-escalation.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { createSiteRoute } from './create-site.route.ts';

export const createHandler = createAuditedEndpoint(
  createSiteRoute,
  async ({ body, query, caller, scope, now, url, remember }, { table, randomBytes }) => {
    if (body.escalation) checkSetsEscalation(caller, body);
    const answer = (site: Site) => ({ body: site, headers: { Location: `${url}/${site.id}` } });
    const origin = {
      id: newId(now, randomBytes),
      tenantId: tenantToCreateIn(scope, query.tenant_id),
      at: formatTimestamp(now),
    };
    return answer(await createSite(table, body, origin, remember && ((site) => remember(answer(site)))));
  },
);

export const handler = createHandler(lambdaRuntime);
