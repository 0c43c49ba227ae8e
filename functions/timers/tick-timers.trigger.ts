import { defineTrigger } from '../../shared/lambda/trigger.ts';
import { runTimersTrigger } from './run-timers.trigger.ts';

export const tickTimersTrigger = defineTrigger('timers/tick-timers', {
  description: 'Finds due timers',
  trigger: { kind: 'schedule', everyMinutes: 1 },
  table: { actions: ['GetItem', 'PutItem', 'UpdateItem'], indexes: ['timer'] },
  sendsTo: [runTimersTrigger.name],
  callsApi: true,
  timeoutSeconds: 30,
});
