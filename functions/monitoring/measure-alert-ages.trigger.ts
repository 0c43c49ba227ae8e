import { defineTrigger } from '../../shared/lambda/trigger.ts';

/** Reads the active alerts of all tenants, from the oldest on. */
export const measureAlertAgesTrigger = defineTrigger('monitoring/measure-alert-ages', {
  description: 'Measures how long alerts have waited',
  trigger: { kind: 'schedule', everyMinutes: 1 },
  table: { indexes: ['platform_status'] },
});
