import { defineTrigger } from '../../shared/lambda/trigger.ts';
import { runTimersTrigger } from './run-timers.trigger.ts';

/** Looks where something is due, and whether Guard can be reached. */
export const tickTimersTrigger = defineTrigger('timers/tick-timers', {
  description: 'Has what is due done',
  trigger: { kind: 'schedule', everyMinutes: 1 },
  table: { actions: ['GetItem', 'PutItem', 'UpdateItem'], indexes: ['timer'] },
  sendsTo: [runTimersTrigger.name],
  callsApi: true,
  timeoutSeconds: 30,
});
