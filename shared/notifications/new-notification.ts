import { derivedId } from '../derived-id.ts';
import { formatTimestamp } from '../time.ts';
import type { Notification } from './notification.ts';

/** Makes a notification of an event; `whom` identifies its recipient and makes its id unique. */
export function newNotification(
  {
    tenant_id,
    subject_id,
    entry_id,
    event,
  }: Pick<Notification, 'tenant_id' | 'subject_id' | 'entry_id' | 'event'>,
  whom: string,
  now: Date,
): Notification {
  const at = formatTimestamp(now);
  return {
    id: derivedId(entry_id, `${entry_id} ${whom}`),
    tenant_id,
    subject_id,
    entry_id,
    event,
    user_id: null,
    user_name: null,
    schedule_id: null,
    channel: null,
    channel_id: null,
    status: 'queued',
    reason: null,
    attempts: 0,
    duplicate_possible: false,
    in_summary: false,
    created_at: at,
    updated_at: at,
  };
}
