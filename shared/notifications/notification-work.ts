import type { OutgoingMessage } from '../lambda/send-messages.ts';
import { DUE_ATTRIBUTE } from '../table/definition.ts';
import { expression } from '../table/expression.ts';
import { type ItemKey, tenantIdOf } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { updateIf } from '../table/update-if.ts';
import { formatTimestamp } from '../time.ts';
import type { TimerWork } from '../timers/timer-work.ts';
import { attemptMessage } from './attempt-message.ts';
import { closeAgain } from './end-notification.ts';
import { NOTIFICATIONS } from './notification.ts';
import { writeNotifyMessage } from './notify-message.ts';
import type { OnNobody } from './publish-nobody.ts';
import { readStorm, SHORTEST_PAUSE_MS, storedStormKey } from './storm.ts';

/** A message without a recorded attempt is sent again after this time: it may be a dead letter, or queued behind others. */
const RESEND_MS = 300_000;

type Queue = (message: OutgoingMessage) => Promise<void>;

/**
 * Queues the next attempts of notifications, and closes those whose run ended early. The attempts are not made here: a hanging provider takes seconds, and the timers of
 * devices and alerts must not wait for it.
 */
export function notificationWork(queue: Queue, onNobody: OnNobody): TimerWork {
  return {
    async run(item, { table, now }) {
      const { entity, beside } = NOTIFICATIONS.read(item);
      if (entity.status !== 'queued') return closeAgain(table, entity, beside, { now, onNobody });
      await queue(attemptMessage(entity, beside));
      const key = NOTIFICATIONS.key(entity.tenant_id, entity.subject_id, entity.id);
      await moveTimer(table, key, item, new Date(now.getTime() + RESEND_MS));
    },
  };
}

/** Queues the summaries of storms, each minute. A summary ends the timer when nothing is held. */
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

/** If the attempt has already set its own timer, that one stays. */
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
