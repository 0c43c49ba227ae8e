import type { DynamoDBRecord } from 'aws-lambda';
import { writeItems } from '../../lib/local/write-items.ts';
import { ALERTS } from '../../shared/alerts/alert.ts';
import { connectionItems } from '../../shared/live/connection.ts';
import type { Table } from '../../shared/table/table.ts';
import { TENANTS } from '../../shared/tenants/tenant.ts';
import { freshAlerts } from '../bench-alerts.ts';
import { makeBenchData } from '../bench-data.ts';
import { raisedRecord } from './raised-record.ts';
import { writeWatchers } from './write-watchers.ts';

const MINUTE = 60_000;

/**
 * Writes a tenant with an alert at its first site, and open connections of operators. Resolves to the change that raised the
 * alert, as the stream has it.
 */
export async function writeScreens(
  table: Table,
  count: number,
  sitesOf: (place: number, siteIds: readonly string[]) => readonly string[],
): Promise<DynamoDBRecord[]> {
  const { tenants, sites, origin } = makeBenchData(0);
  const tenant = tenants.find(({ id }) => id === sites[0]?.tenant_id);
  const [alert] = freshAlerts(1, { ...origin, sites: sites.slice(0, 1) });
  if (!tenant || !alert) throw new Error('There is no alert');
  const siteIds = sites.map(({ id }) => id);
  const siteIdsOf = (place: number) => sitesOf(place, siteIds);
  const tokens = await writeWatchers(table, count, { tenantId: tenant.id, siteIdsOf });
  const now = new Date();
  const connections = tokens.flatMap((session, place) =>
    connectionItems({
      id: `connection-${place}=`,
      session,
      tenantId: tenant.id,
      role: 'operator',
      siteIds: siteIdsOf(place),
      connectedAt: new Date(now.getTime() - MINUTE),
      endsAt: new Date(now.getTime() + 60 * MINUTE),
    }),
  );
  await writeItems(table, [TENANTS.item(tenant), ALERTS.item(alert), ...connections]);
  return [raisedRecord(tenant.id, alert.id, now)];
}
