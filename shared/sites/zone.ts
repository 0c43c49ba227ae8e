import * as z from 'zod/mini';
import { changesOf, idField, nameField, timestampField } from '../base/fields.ts';
import { EXAMPLE_IDS, EXAMPLE_TIMES } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { createEntity } from '../table/change-entity.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { defineKind } from '../table/kind.ts';
import { pageOf } from '../table/list-contract.ts';
import type { Table } from '../table/table.ts';
import { SITES, type Site } from './site.ts';

const EXAMPLE = { name: 'Loading bay' };

/** The body that creates a zone. The path names the site, which can never change. */
export const zoneInputSchema = withMeta(z.strictObject({ name: nameField }), {
  id: 'ZoneInput',
  examples: [EXAMPLE],
});

export const zoneChangesSchema = withMeta(changesOf({ name: nameField }), {
  id: 'ZoneChanges',
  examples: [{ name: 'Loading bay 2' }],
});

export const zoneSchema = withMeta(
  z.object({
    id: idField,
    tenant_id: idField,
    site_id: idField,
    name: z.string(),
    created_at: timestampField,
    updated_at: timestampField,
  }),
  {
    id: 'Zone',
    description: 'A part of a site.',
    examples: [
      {
        id: EXAMPLE_IDS.zone,
        tenant_id: EXAMPLE_IDS.tenant,
        site_id: EXAMPLE_IDS.site,
        ...EXAMPLE,
        ...EXAMPLE_TIMES,
      },
    ],
  },
);

export const zonePageSchema = pageOf(zoneSchema, 'ZonePage');

export type Zone = z.infer<typeof zoneSchema>;

export const ZONES = defineKind({
  name: 'ZONE',
  schema: zoneSchema,
  indexes: { platform: ['all'], site: ['all'] },
  parent: ({ tenant_id, site_id }) => SITES.key(tenant_id, site_id),
  notEmpty: 'zone_not_empty',
});

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
