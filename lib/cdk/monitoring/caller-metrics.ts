import { type MathExpression, type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { requestCount } from './api-metrics.ts';
import { groupMetric } from './function-metrics.ts';
import { guardMetric } from './guard-metric.ts';
import { shareOf } from './share.ts';
import type { Watched } from './watched.ts';

/** The group of the function that checks tokens. */
const AUTHORIZER = 'authorizer';

export function refusedCredentials(watched: Watched, credential: 'password' | 'sso' | 'token'): Metric {
  return guardMetric(watched, 'AuthenticationFailures', {
    statistic: Stats.SUM,
    dimensions: { credential },
    label: credential,
  });
}

export const signIns = (watched: Watched): Metric =>
  guardMetric(watched, 'SignIns', { statistic: Stats.SUM, dimensions: {}, label: 'accepted' });

export const ssoSignIns = (watched: Watched): Metric =>
  guardMetric(watched, 'SsoSignIns', { statistic: Stats.SUM, dimensions: {}, label: 'accepted' });

export const rateLimited = (watched: Watched): Metric =>
  guardMetric(watched, 'RateLimited', { statistic: Stats.SUM, dimensions: {} });

/** Endpoints at which a tenant is near its limit: raise `requests_per_minute` before it is refused. */
export const tenantsNearLimit = (watched: Watched): Metric =>
  guardMetric(watched, 'TenantsNearLimit', {
    statistic: Stats.SUM,
    dimensions: {},
    label: 'tenants near their limit',
  });

/**
 * The percentage of wrong passwords. Logins that exceed the limits do not count: a flood of them would hide the guesses.
 */
export function refusedPasswordShare(watched: Watched, minimum: number): MathExpression {
  const refused = refusedCredentials(watched, 'password');
  return shareOf({
    part: [refused],
    whole: [refused, signIns(watched)],
    minimum,
    label: 'refused passwords %',
  });
}

/** The percentage of sign-ins by single sign-on that failed at the provider or after it. */
export function failedSsoShare(watched: Watched, minimum: number): MathExpression {
  const failed = refusedCredentials(watched, 'sso');
  return shareOf({
    part: [failed],
    whole: [failed, ssoSignIns(watched)],
    minimum,
    label: 'failed single sign-ons %',
  });
}

/** The percentage of refused tokens. */
export function refusedTokenShare(watched: Watched, minimum: number): MathExpression {
  return shareOf({
    part: [refusedCredentials(watched, 'token')],
    whole: [groupMetric(watched, 'Runs', AUTHORIZER)],
    minimum,
    label: 'refused tokens %',
  });
}

/** The percentage of requests that exceed the limits. */
export function rateLimitedShare(watched: Watched, minimum: number): MathExpression {
  return shareOf({
    part: [rateLimited(watched)],
    whole: [requestCount(watched)],
    minimum,
    label: 'beyond the limits %',
  });
}
