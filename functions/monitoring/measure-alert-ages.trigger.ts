import { defineTrigger } from '../../shared/lambda/trigger.ts';

/** Reads the active alerts of all tenants, oldest first. */
export const measureAlertAgesTrigger = defineTrigger('monitoring/measure-alert-ages', {
  description: 'Measures the age of unacknowledged alerts',
  trigger: { kind: 'schedule', everyMinutes: 1 },
  table: { indexes: ['platform_status'] },
});
