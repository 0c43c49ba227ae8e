import { SMOKE_TEST_TRIES } from '../../functions/release/smoke-test.trigger.ts';
import { poisson } from './poisson.ts';

/** A release whose new code is worse than the old, on a stage with so much to do. Requests come at random. */
export interface BadRelease {
  readonly requestsPerMinute: number;
  /** Which part of the requests the function gets. */
  readonly share: number;
  /** Which part of the new version's calls fails. */
  readonly failing: number;
}

/** CodeDeploy's Canary10Percent5Minutes. */
export const CANARY_SHARE = 0.1;
export const CANARY_MINUTES = 5;

/** What the one alarm on the whole API asked for, in one minute. */
const API_ERRORS = 3;
const API_ERRORS_PERCENT = 0.5;

/** Errors of the new version that clients get in a minute, on average. */
function errorsPerMinute({ requestsPerMinute, share, failing }: BadRelease): number {
  return requestsPerMinute * share * CANARY_SHARE * failing;
}

/**
 * That the alarm on the whole API goes off in one of the canary's minutes: at least 3 server errors that are more than
 * 0.5 % of all requests of that minute. Errors and other requests are independent counts.
 */
export function noticedByApiAlarm(release: BadRelease): number {
  const errors = poisson(errorsPerMinute(release));
  const others = poisson(release.requestsPerMinute - errorsPerMinute(release));
  const inOneMinute = errors.counts
    .filter(([count]) => count >= API_ERRORS)
    .reduce((sum, [count, probability]) => {
      // More than 0.5 %: fewer others than this.
      const tooManyOthers = (count * 100) / API_ERRORS_PERCENT - count;
      return sum + probability * others.atMost(Math.ceil(tooManyOthers) - 1);
    }, 0);
  return 1 - (1 - inOneMinute) ** CANARY_MINUTES;
}

/** That the alarm of the function's own deployment goes off: at least one error of its new version in the canary. */
export function noticedByOwnAlarm(release: BadRelease): number {
  return 1 - Math.exp(-CANARY_MINUTES * errorsPerMinute(release));
}

/**
 * The same where all functions are that bad: the smoke test meets new code after the first wave, and in each wave the
 * alarms of the functions' own deployments meet it.
 */
export function noticedByWaves(release: Omit<BadRelease, 'share'>): number {
  // After the first wave it calls `GET /health`, which is new code, until that works once.
  const passesSmokeTest = 1 - release.failing ** SMOKE_TEST_TRIES;
  return 1 - passesSmokeTest * (1 - noticedByOwnAlarm({ ...release, share: 1 }));
}
