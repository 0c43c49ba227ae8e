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

/** The requests that clients of a load run repeat. */
export interface LoadCase {
  readonly name: string;
  /** The called functions, without the authorizer. */
  readonly functions: readonly string[];
  /** Prepares the requests. */
  prepare(): Promise<BenchRequest[]>;
}

/** Polls among ten requests of a screen. One more reads a site, and one acknowledges an alert. */
const POLLS = 8;
/** More than a minute's acknowledgements. After the last one they are acknowledged again. */
const FRESH_ALERTS = 2_000;

/** The cases of one tenant master. The token is written directly, because logins are not measured. */
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
