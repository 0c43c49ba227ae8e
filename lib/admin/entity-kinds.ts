import { AUDIT_EVENTS } from '../../shared/audit/audit-event.ts';
import { TARGET_KINDS } from '../../shared/http/target-kinds.ts';
import { NOTIFICATIONS } from '../../shared/notify/notification.ts';
import type { Entity, Kind } from '../../shared/table/kind.ts';
import { DELIVERIES } from '../../shared/webhooks/delivery.ts';
import { OUTBOX_KINDS } from '../../shared/webhooks/event-types.ts';

/** Every kind of entity in this release: the targets of paths, and kinds that no path names. */
export const ENTITY_KINDS: readonly Kind<Entity>[] = [
  ...Object.values(TARGET_KINDS),
  ...OUTBOX_KINDS,
  AUDIT_EVENTS,
  DELIVERIES,
  NOTIFICATIONS,
];
