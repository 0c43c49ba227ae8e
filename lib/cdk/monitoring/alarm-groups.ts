import type { AlarmGroup } from './alarm.ts';

/**
 * Which alarms share a page, so that an outage sends about three. An alarm that no group names notifies people itself, always:
 * a person must hear at once that nobody was notified, that alerts wait, or that Guard is unreachable or does not measure.
 *
 * Two groups notify separately, so a trouble of one never hides that of another. Within a group, a second trouble is hidden
 * until the first one ends: whoever answers the page sees both on the dashboard, and OK is sent only when both have ended.
 *
 * While `api-unreachable` is on, which is a page of its own, the groups about failing functions wait. If their trouble lasts
 * longer, they notify once the periods have passed in which errors of the outage still count (AWS, "Suppressing composite
 * alarm actions").
 */
export const ALARM_GROUPS: readonly AlarmGroup[] = [
  {
    name: 'work-late',
    alarmDescription:
      'Timers, events, notifications or live changes are late, so people learn of alerts late.',
    severity: 'page',
    // Nothing suppresses it, because people rely on this work most in an outage.
    alarms: ['late-timers', 'events-late', 'notifications-late', 'live-late'],
  },
  {
    name: 'sign-in-failing',
    alarmDescription: 'People cannot sign in, or stay signed in.',
    severity: 'page',
    // It is not part of requests-failing, where another endpoint that fails for days would hide it.
    alarms: ['function-errors-login', 'function-errors-auth'],
    suppressor: 'api-unreachable',
  },
  {
    name: 'requests-failing',
    alarmDescription: 'Some requests fail, or take too long.',
    severity: 'page',
    alarms: [
      'availability-burn-1h',
      'availability-burn-6h',
      'latency-burn-1h',
      'latency-burn-6h',
      'unanswered-requests',
      'function-errors',
    ],
    suppressor: 'api-unreachable',
  },
  {
    name: 'jobs-failing',
    alarmDescription: 'Functions that answer no request fail, or timers do.',
    severity: 'page',
    alarms: ['function-crashes', 'failing-timers'],
    suppressor: 'api-unreachable',
  },
];
