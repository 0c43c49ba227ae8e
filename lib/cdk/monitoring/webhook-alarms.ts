import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { deliverWebhookTrigger } from '../../../functions/jobs/webhooks.ts';
import type { AlarmDeclaration } from './alarm.ts';
import { TWICE_IN_THREE } from './periods.ts';
import { queueAge } from './queue-age.ts';
import type { Watched } from './watched.ts';

/** Events that wait before their deliveries are queued are late for people, too: see `events-late`. */
export function webhookAlarms(watched: Watched): AlarmDeclaration[] {
  const age = queueAge(watched, deliverWebhookTrigger);
  return age ? [backlogAlarm(age)] : [];
}

const backlogAlarm = (watches: Metric): AlarmDeclaration => ({
  name: 'webhook-backlog',
  meaning: 'Twice in 15 minutes the oldest delivery had waited for more than an hour.',
  // The usual cause is one receiver that is slower than its events arrive. The queue keeps them for 14 days.
  severity: 'ticket',
  watches,
  // A message that always fails moves to the dead-letter queue after half an hour, so it is no backlog.
  wellUpTo: 3_600,
  periodMinutes: 5,
  // A receiver that is barely fast enough exceeds the threshold now and then.
  periods: TWICE_IN_THREE,
  // An empty queue has no oldest message.
  missing: 'well',
});
