import type { MethodDeploymentOptions } from 'aws-cdk-lib/aws-apigateway';
import { redirects } from '../../../functions/docs/redirects.ts';
import { REFERENCE_ASSETS } from '../../../functions/docs/reference-assets.ts';
import { routes as declaredRoutes } from '../../../functions/routes.ts';
import { methodsOf, type Route } from '../../../shared/http/route.ts';
import type { StageSettings } from '../stage-settings.ts';

/** What API Gateway lets through to one method, over all its callers and tenants. */
export interface Throttle {
  readonly requestsPerSecond: number;
  readonly burst: number;
}

type ThrottleSettings = Pick<StageSettings, 'gatewayRequestsPerSecond' | 'gatewayBurst'>;

/** Requests a second to all APIs of an account in a region (AWS, "Amazon API Gateway quotas"). */
export const ACCOUNT_REQUESTS_PER_SECOND = 10_000;

/** What all methods of a stage together get of that, so that a flood of one stage leaves something to the others. */
export const STAGE_REQUESTS_PER_SECOND = 0.8 * ACCOUNT_REQUESTS_PER_SECOND;

/** What is asked for most and what lets people in get this much of it at most. */
const FIRST_REQUESTS_PER_SECOND = 0.75 * STAGE_REQUESTS_PER_SECOND;

interface Share {
  /** Of the stage's requests a second and burst. */
  readonly share: number;
  /** Whether it keeps its part where there are so many methods that the others get less. */
  readonly isFirst?: boolean;
  /** A burst of its own. */
  readonly burst?: number;
}

/** How many browsers may open the reference at the same instant; each loads every file once and keeps it for a year. */
const REFERENCES_OPENED_AT_ONCE = 10;

/**
 * The part of the stage's throttle that a method gets. Guard's own limits are per user; these bound what all callers
 * together can cost (docs/cost.md, "At most"), so they lie above what a stage needs and only a flood meets them. A
 * flood of one address meets the firewall first (lib/cdk/firewall/firewall.ts), lest it lock everybody else out.
 */
const SHARES = {
  /** Once per session, and each verifies a password on a whole processor: at 50 a second, 3,000 people a minute. */
  login: { share: 0.1, isFirst: true },
  /** Once per session too: refresh, logout. */
  auth: { share: 0.1, isFirst: true },
  /** What screens ask for again and again. */
  polled: { share: 1, isFirst: true },
  /** All devices of a stage report through one method: where it is full, devices that are well would be called silent. */
  report: { share: 1, isFirst: true },
  /** What people open. */
  read: { share: 0.3 },
  /** A write costs up to 22 write units (docs/architecture.md, "What a request costs"); a storm of alerts must still get in. */
  write: { share: 0.4 },
  /** Nobody is counted there: the page of the reference, its document, the health check. */
  uncounted: { share: 0.04 },
  /** Nor there, and each is up to 1.7 MB for a client that takes it uncompressed. */
  file: { share: 0.004, burst: REFERENCES_OPENED_AT_ONCE * REFERENCE_ASSETS.length },
  /** Preflights, which browsers remember for two hours, and redirects: what has no throttle of its own. */
  other: { share: 0.05 },
} as const satisfies Record<string, Share>;

type Kind = keyof typeof SHARES;

/** The throttle of each method of a route among all routes of its stage. */
export function throttleOf(
  route: Route,
  settings: ThrottleSettings,
  routes: readonly Route[] = declaredRoutes,
): Throttle {
  return throttleOfKind(kindOf(route), settings, routes);
}

/** The throttle of each method that is not a route's: of the preflight of each path, and of each redirect. */
export function otherThrottle(
  settings: ThrottleSettings,
  routes: readonly Route[] = declaredRoutes,
): Throttle {
  return throttleOfKind('other', settings, routes);
}

/** How many methods those are. */
export function countOtherMethods(routes: readonly Route[] = declaredRoutes): number {
  return new Set(routes.map(({ path }) => path)).size + redirects.length;
}

/** The throttles of all routes, by method as CDK names it. */
export function methodThrottles(
  routes: readonly Route[],
  settings: ThrottleSettings,
): Record<string, MethodDeploymentOptions> {
  return Object.fromEntries(
    routes.flatMap((route) => {
      const { requestsPerSecond, burst } = throttleOf(route, settings, routes);
      const throttle = { throttlingRateLimit: requestsPerSecond, throttlingBurstLimit: burst };
      return methodsOf(route).map((method) => [`${route.path}/${method}`, throttle]);
    }),
  );
}

function kindOf({ rateClass, method, files, isPolled }: Route): Kind {
  if (files) return 'file';
  if (rateClass === 'none') return 'uncounted';
  if (rateClass === 'login' || rateClass === 'auth' || rateClass === 'report') return rateClass;
  if (isPolled) return 'polled';
  return method === 'GET' ? 'read' : 'write';
}

function throttleOfKind(
  kind: Kind,
  { gatewayRequestsPerSecond, gatewayBurst }: ThrottleSettings,
  routes: readonly Route[],
): Throttle {
  const { share, burst = share * gatewayBurst }: Share = SHARES[kind];
  const rate = share * gatewayRequestsPerSecond * fittingPart(kind, gatewayRequestsPerSecond, routes);
  return { requestsPerSecond: atLeastOne(rate), burst: atLeastOne(burst) };
}

const atLeastOne = (amount: number) => Math.max(1, Math.floor(amount));

/**
 * Which part of its share a kind gets, so that all methods together stay below what a stage may take of the account's
 * quota, however many routes there are: the first get theirs, the others share what is left.
 */
function fittingPart(kind: Kind, requestsPerSecond: number, routes: readonly Route[]): number {
  const kinds: Kind[] = [
    ...routes.flatMap((route) => methodsOf(route).map(() => kindOf(route))),
    ...Array<Kind>(countOtherMethods(routes)).fill('other'),
  ];
  const wanted = (isFirst: boolean) =>
    kinds
      .filter((it) => isFirstKind(it) === isFirst)
      .reduce((sum, it) => sum + SHARES[it].share * requestsPerSecond, 0);
  const first = Math.min(wanted(true), FIRST_REQUESTS_PER_SECOND);
  return Math.min(
    1,
    isFirstKind(kind) ? first / wanted(true) : (STAGE_REQUESTS_PER_SECOND - first) / wanted(false),
  );
}

function isFirstKind(kind: Kind): boolean {
  const { isFirst = false }: Share = SHARES[kind];
  return isFirst;
}
