import type { ScheduledEvent } from 'aws-lambda';
import type { ScheduleTrigger, TriggeredFunction } from '../../../shared/lambda/trigger.ts';
import { LOCAL_ACCOUNT_ID, LOCAL_REGION, type TriggerHost } from './host.ts';

const MINUTE = 60_000;

/**
 * Runs a function on its schedule, one run at a time, until the server stops. Resolves when the last run has ended. As on AWS, a
 * failed run is not repeated. A run that is due during another run is skipped.
 */
export async function runOnSchedule(
  declaration: TriggeredFunction<ScheduleTrigger>,
  host: TriggerHost,
): Promise<void> {
  const interval = declaration.trigger.everyMinutes * MINUTE;
  const now = () => host.clock().getTime();
  let due = now() + interval;
  for (;;) {
    await host.pause(due - now(), host.stopped);
    if (host.stopped.aborted) return;
    if (host.isAvailable()) await host.run(declaration, scheduledEvent(declaration.name, due, host.newId()));
    due += interval * Math.max(1, Math.ceil((now() - due) / interval));
  }
}

/** The event of a schedule. Its time has no fraction (AWS, "Schedule expression types in EventBridge"). */
function scheduledEvent(name: string, due: number, id: string): ScheduledEvent {
  return {
    version: '0',
    id,
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account: LOCAL_ACCOUNT_ID,
    time: `${new Date(due).toISOString().slice(0, 19)}Z`,
    region: LOCAL_REGION,
    resources: [`arn:aws:events:${LOCAL_REGION}:${LOCAL_ACCOUNT_ID}:rule/guard-local-${name}`],
    detail: {},
  };
}
