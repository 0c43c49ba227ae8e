import * as z from 'zod/mini';
import { recordedActorSchema } from '../actor.ts';
import { idField, timestampField } from '../fields.ts';
import { defineKind } from '../table/kind.ts';

/**
 * That the status of a device changed, with what the device was then: it may be another, or gone, when this is read. It stands
 * beside the entries of alerts, in the outbox that all who are told of changes are told from.
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
  /** What the status became. */
  action: z.enum(['online', 'offline']),
  actor: recordedActorSchema,
  last_seen_at: z.nullable(timestampField),
  at: timestampField,
});

/** The changes of a device's status, in their order. They stand under it and in no index. */
export const DEVICE_EVENTS = defineKind({
  name: 'HISTORY',
  schema: deviceEventSchema,
  under: ({ device_id }) => device_id,
});
