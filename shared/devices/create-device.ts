import type * as z from 'zod/mini';
import type { Site } from '../sites/site.ts';
import { createEntity } from '../table/change-entity.ts';
import type { Table } from '../table/table.ts';
import { DEVICES, type Device, type deviceInputSchema } from './device.ts';
import { linkDevice } from './link-device.ts';

/** Creates a device at a site and in one of its zones, if one is named, unless they are deleted first. */
export function createDevice(
  table: Table,
  site: Pick<Site, 'id' | 'tenant_id'>,
  input: z.infer<typeof deviceInputSchema>,
  { id, at }: { id: string; at: string },
): Promise<Device> {
  const place = { tenant_id: site.tenant_id, site_id: site.id };
  const device: Device = { id, ...place, ...input, created_at: at, updated_at: at };
  return createEntity(table, DEVICES, device, linkDevice(table, undefined, device));
}
