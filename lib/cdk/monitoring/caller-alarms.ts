import type { AlarmDeclaration } from './alarm.ts';
import { rateLimitedShare, refusedPasswordShare, refusedTokenShare } from './caller-metrics.ts';
import { ONCE, TWICE_IN_THREE } from './periods.ts';
import type { Watched } from './watched.ts';

/** In 5 minutes: one a second. The probe presents one token a minute that nobody has. */
const MINIMUM_REFUSALS = 300;

export const callerAlarms = (watched: Watched): AlarmDeclaration[] => [
  {
    name: 'login-failures',
    meaning:
      'Somebody tries out passwords: in 5 minutes more than an address may try in two, and over 20 %, were wrong.',
    // An account that is taken over is used at once. What one address may try in two minutes is far above what people
    // mistype on a quiet stage, and on a busy one they mistype one in ten.
    severity: 'page',
    watches: refusedPasswordShare(watched, 2 * watched.settings.loginRequestsPerAddressPerMinute),
    wellUpTo: 20,
    periodMinutes: 5,
    periods: ONCE,
    missing: 'well',
  },
  {
    name: 'refused-tokens',
    meaning: 'In 5 minutes at least 300 tokens, and more than 5 % of those presented, were refused.',
    // A token cannot be guessed: a client goes on with a dead one. Tokens that end are refused once each.
    severity: 'ticket',
    watches: refusedTokenShare(watched, MINIMUM_REFUSALS),
    wellUpTo: 5,
    periodMinutes: 5,
    periods: ONCE,
    missing: 'well',
  },
  {
    name: 'rate-limited-requests',
    meaning:
      'At least 300 requests in 5 minutes, and more than 5 %, were beyond the limits of users, twice in 15 minutes.',
    // For longer than a burst: clients that do not heed Retry-After.
    severity: 'ticket',
    watches: rateLimitedShare(watched, MINIMUM_REFUSALS),
    wellUpTo: 5,
    periodMinutes: 5,
    periods: TWICE_IN_THREE,
    missing: 'well',
  },
];
