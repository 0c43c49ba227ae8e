import { defineTrigger } from '../../shared/lambda/trigger.ts';

export const probeApiTrigger = defineTrigger('monitoring/probe-api', {
  description: 'Calls the public URL as a client does',
  trigger: { kind: 'schedule', everyMinutes: 1 },
  callsApi: true,
});
