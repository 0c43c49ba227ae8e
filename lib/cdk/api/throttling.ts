import type { MethodDeploymentOptions } from 'aws-cdk-lib/aws-apigateway';
import { REFERENCE_ASSETS } from '../../../functions/docs.ts';
import { redirects } from '../../../functions/redirects.ts';
import { routes as declaredRoutes } from '../../../functions/routes.ts';
import { requestKindOf } from '../../../shared/http/rate-limit.ts';
import { methodsOf, type Route } from '../../../shared/http/route.ts';
import { REQUEST_KINDS, type RequestKind, type Throttles } from '../../../shared/lambda/settings.ts';
import type { StageSettings } from '../stage-settings.ts';

/** How many requests one method takes, from all callers and tenants together. */
export interface Throttle {
  readonly requestsPerSecond: number;
  readonly burst: number;
}

type ThrottleSettings = Pick<
  StageSettings,
  'gatewayRequestsPerSecond' | 'gatewayBurst' | 'accountRequestsPerSecond'
>;

/**
 * How many requests all methods of a stage take together, so that a flood of one stage leaves capacity for other APIs. All
 * APIs share the account's quota in a region (AWS, "Amazon API Gateway quotas").
 */
export const stageRequestsPerSecond = ({
  accountRequestsPerSecond,
}: Pick<StageSettings, 'accountRequestsPerSecond'>): number => 0.8 * accountRequestsPerSecond;

/**
 * The burst of a method that has the full throttle. The account's quota of bursts is half of that of requests (AWS, "Amazon
 * API Gateway quotas"): 1,250 in regions where that is 2,500.
 */
export const stageBurst = (
  settings: Pick<StageSettings, 'gatewayBurst' | 'accountRequestsPerSecond'>,
): number => Math.min(settings.gatewayBurst, stageRequestsPerSecond(settings) / 2);

/** Which part of that limit the priority methods get: those with the most requests, and sign-in. */
const FIRST_PART = 0.75;

interface Share {
  /** Which share of the stage's requests per second, and of its burst, the method gets. */
  readonly share: number;
  /** Whether it comes first if there are more methods than the shares allow. */
  readonly isFirst?: boolean;
  /** The share of the stage's burst, if it differs from `share`, because requests that come all at once need more. */
  readonly burstShare?: number;
  /** A fixed burst instead of a share. */
  readonly burst?: number;
}

/** How many browsers may open the API reference at the same time. Each loads every file once and caches it for a year. */
const REFERENCES_OPENED_AT_ONCE = 10;

/**
 * The share of each kind of method in the stage's throttle. Guard's own limits are per user. These shares limit the cost of
 * all callers together (docs/cost.md, "At most"), so only a flood reaches them. The firewall blocks an address far below them
 * (docs/scale.md, "Floods"). Kinds without priority divide what is left, in proportion to their shares.
 */
const SHARES = {
  /**
   * A login happens once per session. It verifies a password, which takes a whole processor: 100 a second are 6,000 people a
   * minute.
   */
  login: { share: 0.1, isFirst: true },
  /** Refresh and logout happen once per session. */
  auth: { share: 0.1, isFirst: true },
  /** Lists that screens poll. */
  polled: { share: 1, isFirst: true },
  /** All devices of a stage report through one method. Throttling it would make healthy devices appear offline. */
  report: { share: 1, isFirst: true },
  /**
   * What a screen calls when it is opened, and the pages and files of the console: enough for 2,000 people of one tenant a
   * minute.
   */
  start: { share: 0.07, burstShare: 0.5, isFirst: true },
  /** Raising, reading and acting on single alerts. In a storm, alerts must still be accepted. */
  alert: { share: 1 },
  /** Other reads and changes. */
  other: { share: 0.3 },
  /** Pages, their documents and the health check, which have no limit per user. */
  uncounted: { share: 0.3 },
  /** Files, which have no limit per user and up to 1.7 MB uncompressed. */
  file: { share: 0.004, burst: REFERENCES_OPENED_AT_ONCE * REFERENCE_ASSETS.length },
  /** Preflights, which browsers cache for two hours, and redirects. They share a throttle. */
  preflight: { share: 0.1 },
} as const satisfies Record<RequestKind, Share> & Record<string, Share>;

type Kind = keyof typeof SHARES;

/** The throttle of each method of a route. */
export function throttleOf(
  route: Route,
  settings: ThrottleSettings,
  routes: readonly Route[] = declaredRoutes,
): Throttle {
  return throttleOfKind(kindOf(route), settings, routes);
}

/** The throttle of each kind of method whose requests count towards a tenant's limit, in requests per minute. */
export const throttlesOfKinds = (
  settings: ThrottleSettings,
  routes: readonly Route[] = declaredRoutes,
): Throttles =>
  Object.fromEntries(
    REQUEST_KINDS.map((kind) => [kind, 60 * throttleOfKind(kind, settings, routes).requestsPerSecond]),
  ) as Throttles;

/** The throttle of each other method: the preflight of a path, and a redirect. */
export function otherThrottle(
  settings: ThrottleSettings,
  routes: readonly Route[] = declaredRoutes,
): Throttle {
  return throttleOfKind('preflight', settings, routes);
}

/** The number of these methods. */
export function countOtherMethods(routes: readonly Route[] = declaredRoutes): number {
  return new Set(routes.map(({ path }) => path)).size + redirects.length;
}

/** The throttles of all routes, by the CDK's name of the method. */
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

function kindOf(route: Route): Kind {
  const { files, rateClass, opensScreens } = route;
  if (files) return 'file';
  if (rateClass === 'login') return 'login';
  if (rateClass === 'none') return opensScreens ? 'start' : 'uncounted';
  return requestKindOf(route);
}

function throttleOfKind(kind: Kind, settings: ThrottleSettings, routes: readonly Route[]): Throttle {
  const { share, burstShare = share, burst = burstShare * stageBurst(settings) }: Share = SHARES[kind];
  const rate = share * settings.gatewayRequestsPerSecond * fittingPart(kind, settings, routes);
  return { requestsPerSecond: atLeastOne(rate), burst: atLeastOne(burst) };
}

const atLeastOne = (amount: number) => Math.max(1, Math.floor(amount));

/**
 * By which factor shares are reduced, so that all methods together stay below the stage's part of the account's quota,
 * however many routes there are. The priority methods get their shares first, and the others divide the rest.
 */
function fittingPart(kind: Kind, settings: ThrottleSettings, routes: readonly Route[]): number {
  const kinds: Kind[] = [
    ...routes.flatMap((route) => methodsOf(route).map(() => kindOf(route))),
    ...Array<Kind>(countOtherMethods(routes)).fill('preflight'),
  ];
  const wanted = (isFirst: boolean) =>
    kinds
      .filter((it) => isFirstKind(it) === isFirst)
      .reduce((sum, it) => sum + SHARES[it].share * settings.gatewayRequestsPerSecond, 0);
  const all = stageRequestsPerSecond(settings);
  const first = Math.min(wanted(true), FIRST_PART * all);
  return Math.min(1, isFirstKind(kind) ? first / wanted(true) : (all - first) / wanted(false));
}

function isFirstKind(kind: Kind): boolean {
  const { isFirst = false }: Share = SHARES[kind];
  return isFirst;
}
