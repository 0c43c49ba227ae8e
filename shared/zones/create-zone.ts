import type * as z from 'zod/mini';
import type { Site } from '../sites/site.ts';
import { createEntity } from '../table/change-entity.ts';
import type { GuardedWrite } from '../table/commit.ts';
import type { Table } from '../table/table.ts';
import { ZONES, type Zone, type zoneInputSchema } from './zone.ts';

/** Creates a zone at an existing site, with other writes in the same transaction. */
export function createZone(
  table: Table,
  site: Pick<Site, 'id' | 'tenant_id'>,
  input: z.infer<typeof zoneInputSchema>,
  { id, at }: { id: string; at: string },
  alongside?: (zone: Zone) => readonly GuardedWrite[],
): Promise<Zone> {
  const place = { tenant_id: site.tenant_id, site_id: site.id };
  const zone: Zone = { id, ...place, ...input, created_at: at, updated_at: at };
  return createEntity(table, ZONES, zone, alongside?.(zone));
}
