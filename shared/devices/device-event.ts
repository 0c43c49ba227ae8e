import * as z from 'zod/mini';
import { type RecordedActor, recordedActorSchema } from '../base/actor.ts';
import { idField, timestampField } from '../base/fields.ts';
import type { EventTexts } from '../base/references.ts';
import { epochSecondsAfterDays, laterThan } from '../base/time.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { TTL_ATTRIBUTE } from '../table/definition.ts';
import { defineKind } from '../table/kind.ts';
import type { Table } from '../table/table.ts';
import { putOwn } from '../table/writes.ts';
import type { Device } from './device.ts';

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

/** The changes of a device's status, oldest first. No index contains them. */
export const DEVICE_EVENTS = defineKind({
  name: 'HISTORY',
  schema: deviceEventSchema,
  under: ({ device_id }) => device_id,
});

/** The actor who changes the status of a device, and the number of days for which the history entry is kept. */
export interface StatusRecording {
  readonly actor: RecordedActor;
  /** Makes an id that sorts by the given timestamp. */
  readonly newId: (at: string) => string;
  readonly retentionDays: number;
}

/**
 * The time of a change of a device: later than its last change, whatever the clocks say. Clients recognize the newer of two
 * changes by it, and entries sort in the order of the changes.
 */
export function timeOfChange({ updated_at }: Pick<Device, 'updated_at'>, at: string): string {
  return laterThan(updated_at, at);
}

/**
 * The write of the entry of a status change, for the transaction of the device; none if the status is the same. To turn a
 * watch on or off is none: no device was heard or missed its heartbeat.
 */
export function recordStatus(
  table: Table,
  before: Device,
  after: Device,
  { actor, newId, retentionDays }: StatusRecording,
): GuardedWrite[] {
  const at = after.updated_at;
  const { id, tenant_id, site_id, zone_id, name, type, status, last_seen_at } = after;
  if (status === before.status || status === 'unknown' || before.status === 'unknown') return [];
  const entry = DEVICE_EVENTS.item({
    kind: 'device',
    id: newId(at),
    device_id: id,
    tenant_id,
    site_id,
    zone_id,
    device_name: name,
    device_type: type,
    action: status,
    actor,
    last_seen_at,
    at,
  });
  return [putOwn(table, { ...entry, [TTL_ATTRIBUTE]: epochSecondsAfterDays(at, retentionDays) })];
}
