import {
  rateLimited,
  rateLimitedShare,
  refusedCredentials,
  refusedPasswordShare,
  refusedTokenShare,
  signIns,
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
      { title: 'Refused tokens', metrics: [refusedCredentials(watched, 'token')] },
      {
        title: 'Refused tokens (%)',
        metrics: [refusedTokenShare(watched, 1)],
        horizontalAnnotations: limitsOf(alarms, 'refused-tokens'),
      },
      { title: 'Requests beyond the limits (429)', metrics: [rateLimited(watched)] },
      {
        title: 'Requests beyond the limits (%)',
        metrics: [rateLimitedShare(watched, 1)],
        horizontalAnnotations: limitsOf(alarms, 'rate-limited-requests'),
      },
    ],
  };
}
