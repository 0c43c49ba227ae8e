import type * as z from 'zod/mini';
import { applyChanges } from '../table/apply-changes.ts';
import { changeEntity } from '../table/change-entity.ts';
import type { Stored } from '../table/kind.ts';
import type { Table } from '../table/table.ts';
import { ZONES, type Zone, type zoneChangesSchema } from './zone.ts';

/** Changes the fields that are given and no other. */
export function updateZone(
  table: Table,
  zone: Stored<Zone>,
  changes: z.infer<typeof zoneChangesSchema>,
  { ifMatch, at }: { ifMatch: string | undefined; at: string },
): Promise<Zone> {
  return changeEntity(table, ZONES, zone, ifMatch, (current) => ({
    changed: applyChanges(current, changes, at),
  }));
}
