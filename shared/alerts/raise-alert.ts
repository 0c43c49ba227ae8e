import { DEVICES } from '../devices/device.ts';
import { type Reference, wrongReferences } from '../references.ts';
import { SITES } from '../sites/site.ts';
import { batchGet } from '../table/batch-get.ts';
import { createEntity } from '../table/change-entity.ts';
import { commit } from '../table/commit.ts';
import { readEntity } from '../table/kind.ts';
import { takesChildren } from '../table/parents.ts';
import type { Table } from '../table/table.ts';
import { deleteAny } from '../table/writes.ts';
import { ZONES } from '../zones/zone.ts';
import { ALERTS, type Alert, type AlertInput } from './alert.ts';

/**
 * Records a new, active alert. Its site, zone and device must exist in the tenant and belong together at that
 * time; afterwards the alert outlives them. None is left behind by a tenant that is deleted meanwhile.
 */
export async function raiseAlert(
  table: Table,
  input: AlertInput,
  { id, tenantId, at }: { id: string; tenantId: string; at: string },
): Promise<Alert> {
  await checkOrigin(table, tenantId, input);
  const alert: Alert = {
    id,
    tenant_id: tenantId,
    site_id: input.site_id,
    zone_id: input.zone_id ?? null,
    device_id: input.device_id ?? null,
    type: input.type,
    severity: input.severity,
    status: 'active',
    message: input.message,
    acknowledged_at: null,
    acknowledged_by: null,
    resolved_at: null,
    resolved_by: null,
    created_at: at,
    updated_at: at,
  };
  await createEntity(table, ALERTS, alert);
  // The site may have gone since it was read, and its tenant may be going. Where that cannot be read, an alert too many
  // is better than one that is told to have failed.
  if (await takesChildren(table, tenantId).catch(() => true)) return alert;
  await commit(table, [deleteAny(table, ALERTS.item(alert))]);
  throw wrongReferences('site_id');
}

/** Throws `validation_failed` naming each of site, zone and device that is not there or belongs elsewhere. */
async function checkOrigin(
  table: Table,
  tenantId: string,
  { site_id, zone_id, device_id }: AlertInput,
): Promise<void> {
  const none = SITES.key(tenantId, site_id);
  const [site, zone, device] = await batchGet(table, [
    none,
    zone_id ? ZONES.key(tenantId, zone_id) : none,
    device_id ? DEVICES.key(tenantId, device_id) : none,
  ]);
  const wrong: Reference[] = [];
  if (!site) wrong.push('site_id');
  if (zone_id && !(zone && readEntity(ZONES.schema, zone).site_id === site_id)) wrong.push('zone_id');
  if (device_id && !(device && readEntity(DEVICES.schema, device).site_id === site_id))
    wrong.push('device_id');
  if (wrong.length > 0) throw wrongReferences(...wrong);
}
