import { ALERTS } from '../../shared/alerts/alert.ts';
import { ALERT_EVENTS } from '../../shared/alerts/alert-event.ts';
import { DEVICES } from '../../shared/devices/device.ts';
import { DEVICE_EVENTS } from '../../shared/devices/device-event.ts';
import { KEYS } from '../../shared/keys/key.ts';
import { SITES } from '../../shared/sites/site.ts';
import type { Entity, Kind } from '../../shared/table/kind.ts';
import { TENANTS } from '../../shared/tenants/tenant.ts';
import { USERS } from '../../shared/users/user.ts';
import { DELIVERIES } from '../../shared/webhooks/delivery.ts';
import { WEBHOOKS } from '../../shared/webhooks/webhook.ts';
import { ZONES } from '../../shared/zones/zone.ts';

/** Every kind of entity that this release knows. A test holds that none is missing. */
export const ENTITY_KINDS: readonly Kind<Entity>[] = [
  TENANTS,
  SITES,
  ZONES,
  DEVICES,
  USERS,
  KEYS,
  ALERTS,
  ALERT_EVENTS,
  DEVICE_EVENTS,
  WEBHOOKS,
  DELIVERIES,
];
