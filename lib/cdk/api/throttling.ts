import type { MethodDeploymentOptions } from 'aws-cdk-lib/aws-apigateway';
import type { Route } from '../../../shared/http/route.ts';
import type { StageSettings } from '../stage-settings.ts';

/** What API Gateway lets through to one method, over all its callers and tenants. */
export interface Throttle {
  readonly requestsPerSecond: number;
  readonly burst: number;
}

/**
 * The part of the stage's throttle that a method gets. Guard's own limits are per user; these bound what all callers
 * together can cost, so they lie far above what a stage needs and only a flood meets them. A flood of one address
 * meets the firewall first (lib/cdk/firewall/firewall.ts), lest it lock everybody else out.
 */
const SHARES = {
  /** Once per session, and each verifies a password on a whole processor: at 50 a second, 3,000 people a minute. */
  login: 0.1,
  /** Once per session too: refresh, logout. */
  auth: 0.1,
  /** Nobody is counted there: the reference, its files, the health check. */
  uncounted: 0.2,
  /** A write costs up to 22 write units (docs/architecture.md, "What a request costs"); a storm of alerts must still get in. */
  write: 0.4,
  read: 1,
} as const;

export function throttleOf(route: Route, settings: StageSettings): Throttle {
  const share = SHARES[kindOf(route)];
  return {
    requestsPerSecond: Math.ceil(settings.gatewayRequestsPerSecond * share),
    burst: Math.ceil(settings.gatewayBurst * share),
  };
}

function kindOf({ rateClass, method }: Route): keyof typeof SHARES {
  if (rateClass === 'none') return 'uncounted';
  if (rateClass === 'login' || rateClass === 'auth') return rateClass;
  return method === 'GET' ? 'read' : 'write';
}

/** The throttles of all routes, by method as CDK names it. */
export function methodThrottles(
  routes: Iterable<Route>,
  settings: StageSettings,
): Record<string, MethodDeploymentOptions> {
  return Object.fromEntries(
    Array.from(routes, (route) => {
      const { requestsPerSecond, burst } = throttleOf(route, settings);
      return [
        `${route.path}/${route.method}`,
        { throttlingRateLimit: requestsPerSecond, throttlingBurstLimit: burst },
      ];
    }),
  );
}
