import type { MetricValue } from '../../shared/lambda/publish-metrics.ts';

/**
 * A sign-in that failed at or after the identity provider. The answers of redemption count by their code
 * (measure-request.ts).
 */
export const FAILED_SIGN_IN: MetricValue = {
  name: 'AuthenticationFailures',
  value: 1,
  dimensions: { credential: 'sso' },
};
