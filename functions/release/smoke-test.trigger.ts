import { defineTrigger } from '../../shared/lambda/trigger.ts';
import { listAlertsRoute } from '../alerts/list-alerts.route.ts';

/** An alias that has moved is not everywhere at once: only what fails each time is a failure. */
export const SMOKE_TEST_TRIES = 4;

/** Decides of a release, once its first wave has all calls, whether it goes on. */
export const smokeTestTrigger = defineTrigger('release/smoke-test', {
  description: 'Tests the stage after the first wave of a release',
  trigger: { kind: 'release' },
  // Those that lists of alerts read, in which it looks for old alerts.
  table: { indexes: listAlertsRoute.table.indexes },
  settings: ['GUARD_RELEASE'],
  callsApi: true,
  timeoutSeconds: 60,
});
