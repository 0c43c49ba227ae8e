import type * as z from 'zod';
import type { Site } from '../sites/site.ts';
import { applyChanges } from '../table/apply-changes.ts';
import { commit } from '../table/commit.ts';
import type { Stored } from '../table/entity-item.ts';
import { entityKey } from '../table/keys.ts';
import { changeEntity, deleteEntity } from '../table/manage-entity.ts';
import type { Table } from '../table/table.ts';
import { countChild, putEntity } from '../table/writes.ts';
import { type Zone, type zoneChangesSchema, type zoneInputSchema, zoneSchema } from './zone.ts';
import { zoneItem } from './zone-store.ts';

const ZONES = { schema: zoneSchema, item: zoneItem };

/** Creates a zone at a site, unless the site is deleted first. */
export async function createZone(
  table: Table,
  site: Pick<Site, 'id' | 'tenant_id'>,
  input: z.infer<typeof zoneInputSchema>,
  { id, at }: { id: string; at: string },
): Promise<Zone> {
  const zone: Zone = {
    id,
    tenant_id: site.tenant_id,
    site_id: site.id,
    ...input,
    created_at: at,
    updated_at: at,
  };
  await commit(table, [putEntity(table, zoneItem(zone)), countChild(table, siteKeyOf(zone), 1, 'not_found')]);
  return zone;
}

/** Changes the fields that are given and no other. */
export function changeZone(
  table: Table,
  zone: Stored<Zone>,
  changes: z.infer<typeof zoneChangesSchema>,
  { ifMatch, at }: { ifMatch: string | undefined; at: string },
): Promise<Zone> {
  return changeEntity(table, ZONES, zone, ifMatch, (current) => ({
    changed: applyChanges(current, changes, at),
  }));
}

/** Deletes a zone that no device is in. Its alerts stay. */
export function deleteZone(table: Table, zone: Stored<Zone>, ifMatch: string | undefined): Promise<void> {
  return deleteEntity(table, ZONES, zone, {
    ifMatch,
    notEmpty: 'zone_not_empty',
    alongside: (entity) => [countChild(table, siteKeyOf(entity), -1, 'stale')],
  });
}

function siteKeyOf({ tenant_id, site_id }: Zone) {
  return entityKey('SITE', tenant_id, site_id);
}
