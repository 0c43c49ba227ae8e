import { defineTrigger } from '../../shared/lambda/trigger.ts';

/** Our own function, because a canary of CloudWatch Synthetics costs $52 a month and a Route 53 health check sends no header. */
export const probeApiTrigger = defineTrigger('monitoring/probe-api', {
  description: 'Calls the public URL as a client does',
  trigger: { kind: 'schedule', everyMinutes: 1 },
  callsApi: true,
});
