import { ALERTS } from '../shared/alerts/alert.ts';
import { isPermitted } from '../shared/base/access.ts';
import { isKey } from '../shared/base/actor.ts';
import { ownTenantQuery } from '../shared/base/fields.ts';
import { DEVICES } from '../shared/devices/device.ts';
import { createEndpoint } from '../shared/http/endpoint.ts';
import { defineRoute } from '../shared/http/route.ts';
import { tenantToCreateIn } from '../shared/http/tenant-to-create-in.ts';
import { overviewSchema } from '../shared/overview/overview-contract.ts';
import { readOverview } from '../shared/overview/read-overview.ts';
import { joinUses, listUse } from '../shared/table/table-use.ts';
import { TESTS } from '../shared/test-mode/site-test.ts';

export const getOverviewRoute = defineRoute('overview/get-overview', {
  method: 'GET',
  path: '/api/v1/overview',
  summary: 'Read the state of all sites',
  access: 'alerts:read',
  takesKeys: ['read', 'wall'],
  opensScreens: true,
  request: { query: ownTenantQuery },
  // It has no ETag, because it contains the time.
  response: { description: 'The state of the sites within the scope.', body: overviewSchema, etag: false },
  errors: ['not_found'],
  table: joinUses(
    listUse(ALERTS, { scopes: ['tenant', 'site'], divisions: ['status'] }),
    listUse(DEVICES, { scopes: ['tenant', 'site'], divisions: ['status'] }),
    listUse(TESTS, { scopes: ['tenant', 'site'], divisions: ['status'] }),
    { actions: ['BatchGetItem', 'Query'] },
  ),
});

export const getOverviewHandler = createEndpoint(
  getOverviewRoute,
  async ({ caller, scope, query, now }, { table, logger, nameSources }) => {
    const tenantId = tenantToCreateIn(scope, query.tenant_id);
    const within = scope.kind === 'platform' ? ({ kind: 'tenant', tenantId } as const) : scope;
    // Only another tenant may be missing, for a platform admin, who sees statistics. They need the tenant.
    return {
      body: await readOverview(within, {
        table,
        now,
        seesStatistics: isKey(caller) || isPermitted(caller.role, 'statistics:read'),
        seesPeople: !isKey(caller) && isPermitted(caller.role, 'schedules:read'),
        onUnreadable: ({ pk, sk }, error) =>
          logger.error('Item not readable', { pk, sk, error: nameSources(error) }),
      }),
    };
  },
);
