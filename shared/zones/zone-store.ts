import { type Page, type PageRequest, readPage } from '../lists/page.ts';
import { type Extent, planList } from '../lists/plan.ts';
import { readPartition } from '../lists/read-partition.ts';
import { type EntityItem, entityItem } from '../table/entity-item.ts';
import { entityKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { type Zone, zoneSchema } from './zone.ts';

export function zoneItem(zone: Zone): EntityItem<Zone> {
  return entityItem('ZONE', entityKey('ZONE', zone.tenant_id, zone.id), zone);
}

/** A page of the zones of an extent, newest first. */
export function listZones(table: Table, extent: Extent, page: PageRequest): Promise<Page<Zone>> {
  const plan = planList('ZONE', extent, undefined, {});
  return readPage(plan.partitions, readPartition(table, zoneSchema, plan), page);
}
