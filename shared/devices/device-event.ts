import * as z from 'zod/mini';
import { recordedActorSchema } from '../actor.ts';
import { idField, timestampField } from '../fields.ts';
import { defineKind } from '../table/kind.ts';

/**
 * A change of a device's status, with the fields of the device at that time: later they may differ, or the device may be
 * deleted. The entries of alerts and devices together are the outbox from which events are published.
 */
const deviceEventSchema = z.object({
  kind: z.literal('device'),
  id: idField,
  device_id: idField,
  tenant_id: idField,
  site_id: idField,
  zone_id: z.nullable(idField),
  device_name: z.string(),
  device_type: z.string(),
  action: z.enum(['online', 'offline']),
  actor: recordedActorSchema,
  last_seen_at: z.nullable(timestampField),
  at: timestampField,
});

export type DeviceEventAction = z.infer<typeof deviceEventSchema>['action'];

/** The changes of a device's status, oldest first. No index contains them. */
export const DEVICE_EVENTS = defineKind({
  name: 'HISTORY',
  schema: deviceEventSchema,
  under: ({ device_id }) => device_id,
});
