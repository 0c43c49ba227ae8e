import { Duration } from 'aws-cdk-lib';
import { type MathExpression, type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { AlarmDeclaration, Alarms } from './alarm.ts';
import { requestCount } from './api.ts';
import { groupMetric } from './functions.ts';
import { guardMetric, shareOf } from './metrics.ts';
import { limitsOf, type Section } from './section.ts';
import type { Watched } from './watched.ts';

/** The group of the function that authenticates callers. */
const AUTHORIZER = 'authorizer';

/**
 * How many rejected tokens the alarm needs in 5 minutes: one a second. Guard's own probe presents one invalid token a minute.
 */
const MINIMUM_REFUSALS = 300;

/** How many failed sign-ins by single sign-on the alarm needs in an hour: so many that more than one person is affected. */
const MINIMUM_SSO_FAILURES = 10;

const refusedCredentials = (watched: Watched, credential: 'password' | 'sso' | 'token'): Metric =>
  guardMetric(watched, 'AuthenticationFailures', {
    statistic: Stats.SUM,
    dimensions: { credential },
    label: credential,
  });

const accepted = (watched: Watched, name: 'SignIns' | 'SsoSignIns'): Metric =>
  guardMetric(watched, name, { statistic: Stats.SUM, dimensions: {}, label: 'accepted' });

const rateLimited = (watched: Watched): Metric =>
  guardMetric(watched, 'RateLimited', { statistic: Stats.SUM, dimensions: {} });

/** The percentage of attempts with a credential that were refused. */
const refusedShare =
  (credential: 'password' | 'sso', acceptedName: 'SignIns' | 'SsoSignIns', label: string) =>
  (watched: Watched, minimum: number): MathExpression => {
    const refused = refusedCredentials(watched, credential);
    return shareOf({ part: [refused], whole: [refused, accepted(watched, acceptedName)], minimum, label });
  };

/**
 * The percentage of logins with a wrong password. Logins beyond the limits are not counted, because a flood of these would
 * hide the guesses.
 */
const refusedPasswordShare = refusedShare('password', 'SignIns', 'refused passwords %');

/** The percentage of sign-ins by single sign-on that failed at the identity provider or after it. */
const failedSsoShare = refusedShare('sso', 'SsoSignIns', 'failed single sign-ons %');

const refusedTokenShare = (watched: Watched, minimum: number): MathExpression =>
  shareOf({
    part: [refusedCredentials(watched, 'token')],
    whole: [groupMetric(watched, 'Runs', AUTHORIZER)],
    minimum,
    label: 'refused tokens %',
  });

const rateLimitedShare = (watched: Watched, minimum: number): MathExpression =>
  shareOf({
    part: [rateLimited(watched)],
    whole: [requestCount(watched)],
    minimum,
    label: 'beyond the limits %',
  });

export const callerAlarms = (watched: Watched): AlarmDeclaration[] => [
  {
    name: 'login-failures',
    alarmDescription:
      'Passwords are being guessed: in 5 minutes more were wrong than one address may try in 2 minutes, and over 20 %.',
    // It is a page, because an attacker uses a stolen account immediately. On a quiet stage, people mistype far fewer
    // passwords than one address may try in two minutes. On a busy stage, they mistype one in ten.
    severity: 'page',
    metric: refusedPasswordShare(watched, 2 * watched.settings.loginRequestsPerAddressPerMinute),
    threshold: 20,
    period: Duration.minutes(5),
  },
  {
    name: 'sso-failures',
    alarmDescription: 'In an hour at least 10 sign-ins by single sign-on, and more than 20 %, failed.',
    // The identity provider of one tenant has probably changed, and its people have no other way to sign in. Only few people
    // have no role or account.
    severity: 'ticket',
    metric: failedSsoShare(watched, MINIMUM_SSO_FAILURES),
    threshold: 20,
    period: Duration.hours(1),
  },
  {
    name: 'refused-tokens',
    alarmDescription: 'In 5 minutes at least 300 tokens, and more than 5 % of those presented, were refused.',
    // It is a ticket, because nobody can guess a token: some client keeps using an invalid one. A client normally uses an
    // expired token only once.
    severity: 'ticket',
    metric: refusedTokenShare(watched, MINIMUM_REFUSALS),
    threshold: 5,
    period: Duration.minutes(5),
  },
  {
    name: 'rate-limited-requests',
    alarmDescription:
      'At least 300 requests in 5 minutes, and more than 5 %, exceeded the limits of users, twice in 15 minutes.',
    // It must last for longer than a burst, because then clients ignore Retry-After.
    severity: 'ticket',
    metric: rateLimitedShare(watched, MINIMUM_REFUSALS),
    threshold: 5,
    period: Duration.minutes(5),
    datapointsToAlarm: 2,
    evaluationPeriods: 3,
  },
];

export function callerSection(watched: Watched, alarms: Alarms): Section {
  // Endpoints at which a tenant is near its limit. Raise its `requests_per_minute` before requests are refused.
  const tenantsNearLimit = guardMetric(watched, 'TenantsNearLimit', {
    statistic: Stats.SUM,
    dimensions: {},
    label: 'tenants near their limit',
  });
  return {
    title: 'Callers',
    graphs: [
      {
        title: 'Passwords',
        metrics: [refusedCredentials(watched, 'password'), accepted(watched, 'SignIns')],
      },
      {
        title: 'Refused passwords (%)',
        metrics: [refusedPasswordShare(watched, 1)],
        horizontalAnnotations: limitsOf(alarms, 'login-failures'),
      },
      {
        title: 'Single sign-ons',
        metrics: [refusedCredentials(watched, 'sso'), accepted(watched, 'SsoSignIns')],
      },
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
      { title: 'Requests beyond the limits (429)', metrics: [rateLimited(watched), tenantsNearLimit] },
      {
        title: 'Requests beyond the limits (%)',
        metrics: [rateLimitedShare(watched, 1)],
        horizontalAnnotations: limitsOf(alarms, 'rate-limited-requests'),
      },
    ],
  };
}
