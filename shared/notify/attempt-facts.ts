import { isActiveTenant } from '../accounts/account.ts';
import { ALERTS, type Alert } from '../alerts/alert.ts';
import { timeOfId } from '../base/ids.ts';
import { DEVICE_EVENTS } from '../devices/device-event.ts';
import type { OutgoingMessage } from '../lambda/send-messages.ts';
import { SITES } from '../sites/site.ts';
import { tenantKey } from '../table/keys.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { readVersion, type Version } from '../table/version.ts';
import type { StoredChannel } from './channel.ts';
import type { ChannelKind } from './channel-kind.ts';
import {
  NOTIFICATIONS,
  type Notification,
  type NotificationState,
  type StoredNotification,
} from './notification.ts';
import type { NotifiedEvent } from './notification-text.ts';
import { type AttemptMessage, writeNotifyMessage } from './notify-message.ts';
import { keysOfPerson, type Person, personOf, reasonAgainst, reasonAgainstChannel } from './recipients.ts';
import { readStorm, type StoredStorm, stormKey } from './storm.ts';

/** What an attempt to send a notification depends on, read right before it. */
export interface AttemptFacts {
  readonly stored: StoredNotification | undefined;
  /** The version of the notification. */
  readonly version: Version;
  /** `undefined` if the alert was deleted, or if the event is about a device or a test. */
  readonly alert: Alert | undefined;
  readonly isTenantActive: boolean;
  readonly person: Person;
  /** The verified channel, if it still exists. */
  readonly channel: StoredChannel | undefined;
  readonly storm: StoredStorm;
  readonly event: NotifiedEvent;
}

/** Reads all facts of an attempt in one round trip. */
export async function readAttemptFacts(table: Table, message: AttemptMessage): Promise<AttemptFacts> {
  const { tenant_id: tenantId, subject_id, entry_id, id, event, site_id, user_id, channel_id } = message;
  const isOfDevice = event.startsWith('device.');
  const [item, subject, tenant, site, storm, ...ofPerson] = await batchGet(table, [
    NOTIFICATIONS.key(tenantId, subject_id, id),
    isOfDevice ? DEVICE_EVENTS.key(tenantId, subject_id, entry_id) : ALERTS.key(tenantId, subject_id),
    tenantKey(tenantId),
    SITES.key(tenantId, site_id),
    stormKey(tenantId, channel_id),
    ...keysOfPerson(tenantId, user_id),
  ]);
  const alert = !isOfDevice && subject ? ALERTS.read(subject).entity : undefined;
  const person = personOf(ofPerson);
  return {
    stored: item && NOTIFICATIONS.read(item),
    version: readVersion(item),
    alert,
    isTenantActive: isActiveTenant(tenant),
    person,
    channel: person.channels.find((it) => it.id === channel_id),
    storm: readStorm(storm),
    event: {
      event,
      subjectId: subject_id,
      siteId: site_id,
      at: timeOfId(entry_id),
      site: site && SITES.entityOf(site),
      alert,
      deviceName: isOfDevice && subject ? DEVICE_EVENTS.entityOf(subject).device_name : undefined,
    },
  };
}

/** Returns why the notification must not be sent; `undefined` if it may be sent. */
export function reasonToSuppress(
  facts: Pick<AttemptFacts, 'alert' | 'isTenantActive' | 'person' | 'channel'>,
  { event }: Pick<Notification, 'event'>,
  siteId: string,
  off: readonly ChannelKind[],
): string | undefined {
  const { alert, isTenantActive, person, channel } = facts;
  if (!isTenantActive) return 'tenant_not_active';
  return reasonOfAlert(event, alert) ?? reasonAgainst(person, siteId) ?? reasonAgainstChannel(channel, off);
}

/**
 * Returns why nobody is notified of an event because of the state of its alert. Once somebody has acknowledged or resolved
 * the alert, its notifications end, except those of exactly that acknowledgement, reopening or resolve.
 */
export function reasonOfAlert(event: Notification['event'], alert: Alert | undefined): string | undefined {
  if (!event.startsWith('alert.')) return undefined;
  if (!alert) return 'alert_deleted';
  if (alert.status === 'active' || event === 'alert.resolved') return undefined;
  // A reopened alert has the status of an acknowledged one.
  const isItsOwn = event === 'alert.acknowledged' || event === 'alert.reopened';
  return alert.status === 'acknowledged' && isItsOwn ? undefined : alert.status;
}

/** The message that asks for the next attempt of a notification. */
export function attemptMessage(
  { tenant_id, subject_id, entry_id, event, id, user_id, channel_id, attempts }: Notification,
  { site_id, severity }: Pick<NotificationState, 'site_id' | 'severity'>,
): OutgoingMessage {
  return writeNotifyMessage({
    kind: 'attempt',
    tenant_id,
    subject_id,
    entry_id,
    event,
    id,
    // A notification without a person or channel is never sent.
    user_id: user_id ?? '',
    channel_id: channel_id ?? '',
    site_id,
    severity,
    attempts,
  });
}
