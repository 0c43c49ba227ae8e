import { defineTrigger } from '../../shared/lambda/trigger.ts';
import { listAlertsRoute } from '../alerts/list-alerts.route.ts';

/** A moved alias is not effective everywhere at once, so only repeated failures count. */
export const SMOKE_TEST_TRIES = 4;

/** Decides whether a release continues, after its first wave has all calls. */
export const smokeTestTrigger = defineTrigger('release/smoke-test', {
  description: 'Tests the stage after the first wave of a release',
  trigger: { kind: 'release' },
  // The indexes that lists of alerts read. The test looks for old alerts there.
  table: { indexes: listAlertsRoute.table.indexes },
  settings: ['GUARD_RELEASE'],
  callsApi: true,
  timeoutSeconds: 60,
});
