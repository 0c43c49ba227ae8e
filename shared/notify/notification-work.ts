import * as z from 'zod/mini';
import { type AlertSeverity, alertSeverityField } from '../base/severities.ts';
import { formatTimestamp } from '../base/time.ts';
import type { OutgoingMessage } from '../lambda/send-messages.ts';
import { DUE_ATTRIBUTE } from '../table/definition.ts';
import type { TimerWork } from '../table/due-timers.ts';
import { expression } from '../table/expression.ts';
import { type ItemKey, tenantIdOf } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { updateIf } from '../table/writes.ts';
import { attemptMessage } from './attempt-facts.ts';
import { changeNotification, closeAgain, closeNotification, stateAfterEnd } from './change-notification.ts';
import type { OnNobody } from './nobody-notified.ts';
import {
  NO_ANSWER,
  NOTIFICATIONS,
  type Notification,
  needsAttempt,
  type StoredNotification,
} from './notification.ts';
import { writeNotifyMessage } from './notify-message.ts';
import { readStorm, SHORTEST_PAUSE_MS, storedStormKey } from './storm.ts';

/**
 * After this time, an attempt without a recorded result is queued again: its message may be in the dead-letter queue, or wait
 * behind others.
 */
const RESEND_MS = 300_000;

/**
 * After this time, a notification that is still queued fails, because otherwise it would wait until it expires. All regular
 * attempts are made within half of this time.
 */
const GIVEN_UP_MS = 30 * 60_000;

type Queue = (message: OutgoingMessage) => Promise<void>;

/**
 * Handles the timers of notifications: queues their next attempts, and closes those whose run ended early. The attempts are
 * not made here, because a hanging provider takes seconds, for which the timers of devices and alerts must not wait.
 */
export function notificationWork(queue: Queue, onNobody: OnNobody): TimerWork {
  return {
    severityOf,
    canWait: (item) => severityOf(item) !== 'critical',
    async run(item, { table, now }) {
      const { entity, state } = NOTIFICATIONS.read(item);
      if (entity.status !== 'queued') return closeAgain(table, entity, state, { now, onNobody });
      if (isGivenUp({ entity, state }, now)) return giveUp(table, entity, { now, onNobody });
      await queue(attemptMessage(entity, state));
      const key = NOTIFICATIONS.key(entity.tenant_id, entity.subject_id, entity.id);
      await moveTimer(table, key, item, new Date(now.getTime() + RESEND_MS));
    },
  };
}

function severityOf(item: Readonly<Record<string, unknown>>): AlertSeverity | undefined {
  return severitySchema.safeParse(item).data?.severity;
}

const severitySchema = z.object({ severity: alertSeverityField });

/**
 * Whether a notification is still queued long after its last attempt was due. One that is held in a storm is not, because it
 * waits for its summary.
 */
function isGivenUp({ entity, state }: Pick<StoredNotification, 'entity' | 'state'>, now: Date): boolean {
  if (!needsAttempt(entity)) return false;
  if (state.lease && state.lease.until > now.getTime()) return false;
  return now.getTime() - Date.parse(entity.created_at) >= GIVEN_UP_MS;
}

async function giveUp(
  table: Table,
  queued: Notification,
  { now, onNobody }: { readonly now: Date; readonly onNobody: OnNobody },
): Promise<void> {
  const ended = await changeNotification(table, queued, undefined, now, ({ entity, state }) => {
    if (!isGivenUp({ entity, state }, now)) return undefined;
    const changes = { status: 'failed', reason: NO_ANSWER } as const;
    return { changes, state: stateAfterEnd(state, { ...entity, ...changes }, now) };
  });
  if (ended) await closeNotification(table, ended.entity, ended.state, { now, onNobody });
}

/** Queues the summary of each storm every minute. A summary removes the timer when no notification is held any more. */
export function summaryWork(queue: Queue): TimerWork {
  return {
    async run(item, { table, now }) {
      const { key, channelId } = storedStormKey(item);
      const due = String(item[DUE_ATTRIBUTE]);
      const { user_id = '' } = readStorm(item).storm;
      const names = { tenant_id: tenantIdOf(key), user_id, channel_id: channelId };
      await queue(writeNotifyMessage({ kind: 'summary', ...names, due }));
      await moveTimer(table, key, item, new Date(now.getTime() + SHORTEST_PAUSE_MS));
    },
  };
}

/** Moves a timer, unless an attempt has already set it to another time. */
async function moveTimer(
  table: Table,
  key: ItemKey,
  item: Readonly<Record<string, unknown>>,
  to: Date,
): Promise<void> {
  await updateIf(table, key, {
    update: expression`SET #due = ${formatTimestamp(to)}`,
    condition: expression`#due = ${String(item[DUE_ATTRIBUTE])}`,
  });
}
