import type { AlarmDeclaration } from './alarm.ts';
import {
  failedSsoShare,
  rateLimitedShare,
  refusedPasswordShare,
  refusedTokenShare,
} from './caller-metrics.ts';
import { ONCE, TWICE_IN_THREE } from './periods.ts';
import type { Watched } from './watched.ts';

/** The minimum in 5 minutes: one a second. The probe itself presents one invalid token a minute. */
const MINIMUM_REFUSALS = 300;

/** The minimum in an hour: more than one person tries. */
const MINIMUM_SSO_FAILURES = 10;

export const callerAlarms = (watched: Watched): AlarmDeclaration[] => [
  {
    name: 'login-failures',
    meaning:
      'Passwords are being guessed: in 5 minutes more were wrong than one address may try in 2 minutes, and over 20 %.',
    // An attacker uses a stolen account at once. On a quiet stage people mistype far fewer passwords than one address may try
    // in two minutes. On a busy stage they mistype one in ten.
    severity: 'page',
    watches: refusedPasswordShare(watched, 2 * watched.settings.loginRequestsPerAddressPerMinute),
    wellUpTo: 20,
    periodMinutes: 5,
    periods: ONCE,
    missing: 'well',
  },
  {
    name: 'sso-failures',
    meaning: 'In an hour at least 10 sign-ins by single sign-on, and more than 20 %, failed.',
    // The provider of one tenant has changed: its people have no other way in. People without a role or an account are few.
    severity: 'ticket',
    watches: failedSsoShare(watched, MINIMUM_SSO_FAILURES),
    wellUpTo: 20,
    periodMinutes: 60,
    periods: ONCE,
    missing: 'well',
  },
  {
    name: 'refused-tokens',
    meaning: 'In 5 minutes at least 300 tokens, and more than 5 % of those presented, were refused.',
    // Nobody can guess a token: a client keeps using an invalid one. An expired token is normally refused once.
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
      'At least 300 requests in 5 minutes, and more than 5 %, exceeded the limits of users, twice in 15 minutes.',
    // The condition lasts longer than a burst: clients ignore Retry-After.
    severity: 'ticket',
    watches: rateLimitedShare(watched, MINIMUM_REFUSALS),
    wellUpTo: 5,
    periodMinutes: 5,
    periods: TWICE_IN_THREE,
    missing: 'well',
  },
];
