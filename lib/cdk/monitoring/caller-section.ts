import {
  failedSsoShare,
  rateLimited,
  rateLimitedShare,
  refusedCredentials,
  refusedPasswordShare,
  refusedTokenShare,
  signIns,
  ssoSignIns,
  tenantsNearLimit,
} from './caller-metrics.ts';
import type { Alarms } from './created-alarm.ts';
import { limitsOf, type Section } from './section.ts';
import type { Watched } from './watched.ts';

export function callerSection(watched: Watched, alarms: Alarms): Section {
  return {
    title: 'Callers',
    graphs: [
      { title: 'Passwords', metrics: [refusedCredentials(watched, 'password'), signIns(watched)] },
      {
        title: 'Refused passwords (%)',
        metrics: [refusedPasswordShare(watched, 1)],
        horizontalAnnotations: limitsOf(alarms, 'login-failures'),
      },
      { title: 'Single sign-ons', metrics: [refusedCredentials(watched, 'sso'), ssoSignIns(watched)] },
      {
        title: 'Failed single sign-ons (%)',
        metrics: [failedSsoShare(watched, 1)],
        horizontalAnnotations: limitsOf(alarms, 'sso-failures'),
      },
      { title: 'Refused tokens', metrics: [refusedCredentials(watched, 'token')] },
      {
        title: 'Refused tokens (%)',
        metrics: [refusedTokenShare(watched, 1)],
        horizontalAnnotations: limitsOf(alarms, 'refused-tokens'),
      },
      {
        title: 'Requests beyond the limits (429)',
        metrics: [rateLimited(watched), tenantsNearLimit(watched)],
      },
      {
        title: 'Requests beyond the limits (%)',
        metrics: [rateLimitedShare(watched, 1)],
        horizontalAnnotations: limitsOf(alarms, 'rate-limited-requests'),
      },
    ],
  };
}
