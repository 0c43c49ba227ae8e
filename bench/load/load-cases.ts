import { acknowledgeAlertRoute } from '../../functions/alerts/acknowledge-alert.route.ts';
import { listAlertsRoute } from '../../functions/alerts/list-alerts.route.ts';
import { getSiteRoute } from '../../functions/sites/get-site.route.ts';
import { writeItems } from '../../lib/local/write-items.ts';
import { issueToken } from '../../shared/sessions/token.ts';
import { tokenItem } from '../../shared/sessions/token-store.ts';
import type { Table } from '../../shared/table/table.ts';
import { freshAlerts } from '../bench-alerts.ts';
import type { BenchData } from '../bench-data.ts';
import type { BenchRequest } from '../guard-under-test.ts';
import { LIMIT } from '../list-cases.ts';
import { writeAlerts } from '../write-bench-data.ts';

/** What the clients of a load run do, again and again. */
export interface LoadCase {
  readonly name: string;
  /** The functions that it calls, beside the authorizer. */
  readonly functions: readonly string[];
  /** Prepares what the requests need, and gives them. */
  prepare(): Promise<BenchRequest[]>;
}

/** How many of ten requests of a screen are its polls; one reads a site, and one acknowledges an alert. */
const POLLS = 8;
/** More than a minute's acknowledgements. Where they are used up, the same are acknowledged again. */
const FRESH_ALERTS = 2_000;

/** The cases of one tenant master, whose token is written into the table: signing in is not what is measured. */
export async function loadCases(table: Table, data: BenchData, now: Date): Promise<LoadCase[]> {
  const { tenantMaster, sites, origin } = data;
  const owner = { tenantId: tenantMaster.tenant_id, userId: tenantMaster.id };
  const issued = issueToken(owner, origin.random.bytes);
  await writeItems(table, [tokenItem(issued, { sessionVersion: 1, now, lifetimeMinutes: 1_440 })]);
  const token = issued.plainText;
  const list: BenchRequest = { method: 'GET', path: `${listAlertsRoute.path}?limit=${LIMIT}`, token };
  const site: BenchRequest = {
    method: 'GET',
    path: getSiteRoute.path.replace('{site_id}', sites[0]?.id ?? ''),
    token,
  };
  return [
    { name: 'list of a tenant', functions: [listAlertsRoute.name], prepare: async () => [list] },
    {
      name: `mix: ${POLLS} × list, read a site, acknowledge`,
      functions: [listAlertsRoute.name, getSiteRoute.name, acknowledgeAlertRoute.name],
      async prepare() {
        const alerts = freshAlerts(FRESH_ALERTS, origin);
        await writeAlerts(table, alerts);
        const lists = Array.from({ length: POLLS }, () => list);
        return alerts.flatMap(({ id }): BenchRequest[] => [
          ...lists,
          site,
          { method: 'POST', path: acknowledgeAlertRoute.path.replace('{alert_id}', id), token },
        ]);
      },
    },
  ];
}
