import type { Samples } from '../../support/cloudwatch/metric.ts';
import { runsPerMinute } from './ordinary.ts';
import { BOTH, counted, countIn, isNamed, type Moment, type Scenario } from './scenario.ts';

/** What was there before, and so many more a minute. */
const more = ({ ordinary, minute }: Moment, perMinute: number): Samples => [
  ...ordinary,
  ...counted(countIn(minute, perMinute)),
];

const wrongPasswords = (moment: Moment) => Math.max(40, 0.5 * runsPerMinute('login', moment.load));

const isPassword = (moment: Moment) =>
  isNamed(moment, 'Guard', 'AuthenticationFailures') && moment.metric.dimensions['credential'] === 'password';
const isToken = (moment: Moment) =>
  isNamed(moment, 'Guard', 'AuthenticationFailures') && moment.metric.dimensions['credential'] === 'token';
const isRunsOf = (moment: Moment, group: string) =>
  isNamed(moment, 'Guard', 'Runs') && moment.metric.dimensions['group'] === group;

export const CALLER_SCENARIOS: readonly Scenario[] = [
  {
    entry: 'login-failures',
    what: 'passwords are tried out, from many addresses where many sign in',
    loads: BOTH,
    minutes: 5,
    change: (moment) => (isPassword(moment) ? more(moment, wrongPasswords(moment)) : undefined),
  },
  {
    entry: 'login-failures',
    what: 'passwords are tried out within a flood of logins that are beyond the limits',
    loads: BOTH,
    minutes: 5,
    change: (moment) => {
      if (isPassword(moment)) return more(moment, wrongPasswords(moment));
      if (isRunsOf(moment, 'login')) return more(moment, 100 * wrongPasswords(moment));
      return isNamed(moment, 'Guard', 'RateLimited') ? more(moment, 99 * wrongPasswords(moment)) : undefined;
    },
  },
  {
    entry: 'refused-tokens',
    what: 'clients go on with dead tokens',
    loads: BOTH,
    minutes: 5,
    change: (moment) => {
      const dead = Math.max(100, 0.1 * runsPerMinute('authorizer', moment.load));
      return isToken(moment) || isRunsOf(moment, 'authorizer') ? more(moment, dead) : undefined;
    },
  },
  {
    entry: 'rate-limited-requests',
    what: 'clients do not heed Retry-After',
    loads: BOTH,
    minutes: 15,
    change: (moment) => {
      const refused = Math.max(100, 0.1 * moment.load.requestsPerMinute);
      const isCounted = isNamed(moment, 'Guard', 'RateLimited') || isNamed(moment, 'AWS/ApiGateway', 'Count');
      return isCounted ? more(moment, refused) : undefined;
    },
  },
];
