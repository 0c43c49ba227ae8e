import { ALERT_EVENTS } from '../../shared/alerts/alert-event.ts';
import { AUDIT_EVENTS } from '../../shared/audit/audit-event.ts';
import { DEVICE_EVENTS } from '../../shared/devices/device-event.ts';
import { TARGET_KINDS } from '../../shared/http/target-kinds.ts';
import { NOTIFICATIONS } from '../../shared/notifications/notification.ts';
import type { Entity, Kind } from '../../shared/table/kind.ts';
import { TEST_EVENTS } from '../../shared/tests/test-event.ts';
import { DELIVERIES } from '../../shared/webhooks/delivery.ts';

/** Every kind of entity in this release: the targets of paths, and kinds that no path names. */
export const ENTITY_KINDS: readonly Kind<Entity>[] = [
  ...Object.values(TARGET_KINDS),
  ALERT_EVENTS,
  AUDIT_EVENTS,
  DEVICE_EVENTS,
  DELIVERIES,
  NOTIFICATIONS,
  TEST_EVENTS,
];
