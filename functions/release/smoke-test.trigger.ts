import { ALERTS } from '../../shared/alerts/alert.ts';
import { defineTrigger } from '../../shared/lambda/trigger.ts';
import { listUse } from '../../shared/table/table-use.ts';

/** An alias that has moved is not everywhere at once: only what fails each time is a failure. */
export const SMOKE_TEST_TRIES = 4;

/** Decides of a release, once its first wave has all calls, whether it goes on. */
export const smokeTestTrigger = defineTrigger('release/smoke-test', {
  description: 'Tests the stage after the first wave of a release',
  trigger: { kind: 'release' },
  table: listUse(ALERTS),
  settings: ['GUARD_RELEASE'],
  callsApi: true,
  timeoutSeconds: 60,
});
