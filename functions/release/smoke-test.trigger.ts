import { defineTrigger } from '../../shared/lambda/trigger.ts';

/** Decides of a release, once its first wave has all calls, whether it goes on. */
export const smokeTestTrigger = defineTrigger('release/smoke-test', {
  description: 'Tests the stage after the first wave of a release',
  trigger: { kind: 'release' },
  settings: ['GUARD_RELEASE'],
  callsApi: true,
  timeoutSeconds: 60,
});
