import * as z from 'zod/mini';
import { ALERTS } from '../alerts/alert.ts';
import { ApiError } from '../base/errors.ts';
import type { Table } from '../table/table.ts';
import { alertsCreated, countedAlert, readAlertItem } from './count-hour.ts';
import type { Group } from './groups.ts';
import { countAlert, emptyTally } from './tally.ts';

/** How many alerts are read at most. A larger report is refused. */
const MOST_ALERTS = 10_000;

const deviceSchema = z.object({ device_id: z.nullable(z.string()), device_name: z.nullable(z.string()) });

interface Asked {
  readonly since: number;
  readonly until: number;
  readonly siteId: string | undefined;
}

/**
 * Reads the groups of a tenant's alerts by device; `null` has those without one. No numbers of devices are stored, because a tenant
 * may have very many: it counts the alerts themselves. Throws `range_too_large` if there are more than 10,000.
 */
export async function readDeviceGroups(
  table: Table,
  tenantId: string,
  { since, until, siteId }: Asked,
): Promise<Group[]> {
  const groups = new Map<string | null, Group>();
  let read = 0;
  for await (const page of alertsCreated(table, tenantId, since, until)) {
    read += page.length;
    if (read > MOST_ALERTS) throw new ApiError('range_too_large');
    for (const item of page) {
      const alert = ALERTS.peek(item);
      const { key, counted } = countedAlert(readAlertItem(item));
      if (alert.drill || (siteId !== undefined && key.siteId !== siteId)) continue;
      const { device_id: id, device_name } = deviceSchema.parse(alert);
      const group = groups.get(id) ?? { key: id, name: null, tally: emptyTally() };
      group.name = device_name ?? group.name; // the latest name counts
      groups.set(id, group);
      countAlert(group.tally, counted);
    }
  }
  return [...groups.values()];
}
