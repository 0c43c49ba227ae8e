import { defineTrigger } from '../../shared/lambda/trigger.ts';
import { listAlertsRoute } from '../alerts/list-alerts.route.ts';

/** A moved alias takes effect with a delay, so a check fails only if it fails every time. */
export const SMOKE_TEST_TRIES = 4;

/** Runs when the first wave of a release takes all calls, and decides whether the release continues. */
export const smokeTestTrigger = defineTrigger('release/smoke-test', {
  description: 'Tests the stage after the first wave of a release',
  trigger: { kind: 'release' },
  // It looks for old alerts in the indexes that lists of alerts read.
  table: { indexes: listAlertsRoute.table.indexes },
  settings: ['GUARD_RELEASE'],
  callsApi: true,
  timeoutSeconds: 60,
});
