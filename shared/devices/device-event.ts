import * as z from 'zod/mini';
import { recordedActorSchema } from '../base/actor.ts';
import { idField, timestampField } from '../base/fields.ts';
import type { EventTexts } from '../base/references.ts';
import { defineKind } from '../table/kind.ts';

/**
 * A change of a device's status. It contains the fields that the device had then, because later they may differ, or the
 * device may be deleted. Events are published from these history entries and from those of alerts.
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

/** The actions that webhooks receive as events, `device.<action>`. */
export const DEVICE_EVENT_TEXTS = {
  online: {
    en: 'A device came online',
    pt: 'Um dispositivo ficou online',
    es: 'Un dispositivo está en línea',
    de: 'Ein Gerät ist wieder erreichbar',
  },
  offline: {
    en: 'A device missed its heartbeat',
    pt: 'Um dispositivo falhou o sinal de vida',
    es: 'Un dispositivo no envió su señal de vida',
    de: 'Das Lebenszeichen eines Geräts blieb aus',
  },
} satisfies EventTexts<DeviceEventAction>;

/** The history entries of devices' status changes, oldest first. No index contains them. */
export const DEVICE_EVENTS = defineKind({
  name: 'HISTORY',
  schema: deviceEventSchema,
  under: ({ device_id }) => device_id,
});
