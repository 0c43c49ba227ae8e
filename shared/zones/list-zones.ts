import { listEntities } from '../lists/list-entities.ts';
import type { Page, PageRequest } from '../lists/page.ts';
import { type Extent, planList } from '../lists/plan.ts';
import type { Table } from '../table/table.ts';
import { ZONES, type Zone } from './zone.ts';

/** A page of the zones of an extent, newest first. */
export function listZones(table: Table, extent: Extent, page: PageRequest): Promise<Page<Zone>> {
  return listEntities(table, ZONES, planList(ZONES, extent), page);
}
