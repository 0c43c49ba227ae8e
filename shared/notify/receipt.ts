import * as z from 'zod/mini';
import { ALERTS } from '../alerts/alert.ts';
import { getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { readVersion } from '../table/version.ts';
import { reasonOfAlert } from './attempt-facts.ts';
import { changeNotification, closeNotification, stateAfterEnd } from './change-notification.ts';
import type { OnNobody } from './nobody-notified.ts';
import { NOTIFICATIONS, type Notification, type StoredNotification } from './notification.ts';

/**
 * An event of AWS End User Messaging SMS about a sent SMS (AWS, "Example event data"). It contains the phone number, so it
 * must not be logged.
 */
const receiptSchema = z.object({
  eventType: z.string(),
  context: z.optional(z.record(z.string(), z.string())),
});

const contextSchema = z.object({ tenant_id: z.string(), subject_id: z.string(), id: z.string() });

/** What a receipt says about the message of a notification. */
export interface Receipt extends z.infer<typeof contextSchema> {
  readonly status: 'delivered' | 'failed';
  readonly reason: string | null;
}

/** The events after which the message certainly does not arrive. Any other event does not change the notification. */
const FAILURES: Readonly<Record<string, string>> = {
  TEXT_INVALID: 'number_not_valid',
  TEXT_INVALID_MESSAGE: 'message_not_valid',
  TEXT_UNREACHABLE: 'unreachable',
  TEXT_CARRIER_UNREACHABLE: 'carrier_unreachable',
  TEXT_BLOCKED: 'blocked',
  TEXT_CARRIER_BLOCKED: 'carrier_blocked',
  TEXT_SPAM: 'spam',
  TEXT_TTL_EXPIRED: 'expired',
  TEXT_PROTECT_BLOCKED: 'country_not_allowed',
};

/** Parses a message of the queue; `undefined` if it is not an event about a sent SMS. */
export function readReceiptEvent(body: string): z.infer<typeof receiptSchema> | undefined {
  return receiptSchema.safeParse(JSON.parse(body)).data;
}

/**
 * Makes a receipt of an event; `undefined` if the event reports neither delivery nor failure, or if the message is not a
 * notification, for example a code.
 */
export function receiptOf({ eventType, context }: z.infer<typeof receiptSchema>): Receipt | undefined {
  const named = contextSchema.safeParse(context).data;
  if (!named) return undefined;
  if (eventType === 'TEXT_DELIVERED') return { ...named, status: 'delivered', reason: null };
  const reason = FAILURES[eventType];
  return reason === undefined ? undefined : { ...named, status: 'failed', reason };
}

/**
 * Records a receipt. The order in which receipts and results arrive does not matter: a delivered notification stays
 * delivered. Resolves to whether the receipt changed the notification.
 */
export async function noteReceipt(
  table: Table,
  receipt: Receipt,
  { now, onNobody }: { readonly now: Date; readonly onNobody: OnNobody },
): Promise<boolean> {
  const { tenant_id, subject_id, id, status, reason } = receipt;
  const item = await getItem(table, NOTIFICATIONS.key(tenant_id, subject_id, id));
  const stored = item && NOTIFICATIONS.read(item);
  if (!stored) return false;
  const loaded = { stored, version: readVersion(item) };
  const isNeeded = status === 'failed' && (await isStillNeeded(table, stored.entity));
  const changed = await changeNotification(table, receipt, loaded, now, (current) => {
    if (!saysMore(current, status)) return undefined;
    const { lease: _, ...state } = current.state;
    const changes = { status, reason };
    const { site_id, unknowns } = state;
    return {
      changes,
      state: isNeeded ? stateAfterEnd(state, { ...current.entity, ...changes }, now) : { site_id, unknowns },
    };
  });
  if (!changed) return false;
  if (isNeeded) await closeNotification(table, changed.entity, stored.state, { now, onNobody });
  return true;
}

/**
 * Whether somebody must still be notified. A receipt may arrive after hours, when nobody needs to know of the alert any more.
 */
async function isStillNeeded(table: Table, { tenant_id, subject_id, event }: Notification): Promise<boolean> {
  if (!event.startsWith('alert.')) return true;
  const alert = await getItem(table, ALERTS.key(tenant_id, subject_id));
  return reasonOfAlert(event, alert && ALERTS.read(alert).entity) === undefined;
}

/**
 * Whether a receipt changes a notification. It may arrive before the result of its attempt is recorded, or after an attempt
 * without an answer was given up.
 */
function saysMore({ entity, state }: StoredNotification, status: Receipt['status']): boolean {
  if (entity.channel !== 'sms' || entity.status === 'delivered') return false;
  if (status === 'delivered') return entity.status !== 'suppressed' || entity.attempts > 0;
  return entity.status === 'sent' || (entity.status === 'queued' && state.lease !== undefined);
}
