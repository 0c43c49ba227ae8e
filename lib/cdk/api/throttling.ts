import type { MethodDeploymentOptions } from 'aws-cdk-lib/aws-apigateway';
import { REFERENCE_ASSETS } from '../../../functions/docs.ts';
import { requestKindOf } from '../../../shared/http/rate-limit.ts';
import { methodsOf, type Route } from '../../../shared/http/route.ts';
import { REQUEST_KINDS, type RequestKind, type Throttles } from '../../../shared/lambda/settings.ts';
import { SHARES_OF_ONE_ADDRESS } from '../firewall/firewall-rules.ts';
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

/** The most that one method may take: it leaves a fifth of the account's quota to all others (AWS, "Amazon API Gateway quotas"). */
const methodMaximum = ({
  accountRequestsPerSecond,
}: Pick<StageSettings, 'accountRequestsPerSecond'>): number => 0.8 * accountRequestsPerSecond;

/**
 * The burst of a method that has the full throttle. The account's quota of bursts is half of that of requests (AWS, "Amazon
 * API Gateway quotas"): 1,250 in regions where that is 2,500.
 */
export const stageBurst = (
  settings: Pick<StageSettings, 'gatewayBurst' | 'accountRequestsPerSecond'>,
): number => Math.min(settings.gatewayBurst, methodMaximum(settings) / 2);

/** How many browsers may open the API reference at the same time. Each loads every file once and caches it for a year. */
const REFERENCES_OPENED_AT_ONCE = 10;

interface Share {
  /** Which share of the stage's requests per second the method gets, and of its burst. */
  readonly share: number;
  /** A fixed burst instead of a share. */
  readonly burst?: number;
}

const ALL: Share = { share: 1 };
const SELDOM: Share = { share: SHARES_OF_ONE_ADDRESS.seldom };
const ANONYMOUS: Share = { share: SHARES_OF_ONE_ADDRESS.anonymous };

/**
 * The share of each kind of method in `gatewayRequestsPerSecond`. It is the share of `firewallRequestsPerAddress` that the
 * firewall lets one address send to these methods, so that every method withstands equally many flooding addresses
 * (docs/scale.md, "Floods"). The throttles of all methods together exceed the account's quota: otherwise each would be so low
 * that two addresses use it up. Guard's own limits are per user and per tenant.
 */
const SHARES = {
  /** A login verifies a password, which takes a whole processor for 50 ms. */
  login: ANONYMOUS,
  /** Refresh and logout. */
  auth: SELDOM,
  /** Lists that screens poll. */
  polled: ALL,
  /** All devices of a stage report through one method. Throttling it would make healthy devices appear offline. */
  report: ALL,
  /** What a screen calls when it is opened. */
  start: ALL,
  /** Raising, reading and acting on single alerts. */
  alert: SELDOM,
  /** Other reads and changes. */
  other: SELDOM,
  /**
   * Pages, their documents, the files of the console and the health check, which have no limit per user. A shift may load the
   * console behind one address, so fewer addresses use up its files; more of these would cost too much.
   */
  uncounted: SELDOM,
  /** Files, which have no limit per user and up to 1.7 MB uncompressed. */
  file: { share: 0.001, burst: REFERENCES_OPENED_AT_ONCE * REFERENCE_ASSETS.length },
  /** Preflights, which browsers cache for two hours, and redirects. */
  preflight: ANONYMOUS,
} as const satisfies Record<RequestKind, Share> & Record<string, Share>;

type Kind = keyof typeof SHARES;

/** The throttle of each method of a route. */
export const throttleOf = (route: Route, settings: ThrottleSettings): Throttle =>
  throttleOfKind(kindOf(route), settings);

/** The throttle of each kind of method whose requests count towards a tenant's limit, in requests per minute. */
export const throttlesOfKinds = (settings: ThrottleSettings): Throttles =>
  Object.fromEntries(
    REQUEST_KINDS.map((kind) => [kind, 60 * throttleOfKind(kind, settings).requestsPerSecond]),
  ) as Throttles;

/** The throttle of each other method: the preflight of a path, and a redirect. */
export const otherThrottle = (settings: ThrottleSettings): Throttle => throttleOfKind('preflight', settings);

/** The throttles of all routes, by the CDK's name of the method. */
export function methodThrottles(
  routes: readonly Route[],
  settings: ThrottleSettings,
): Record<string, MethodDeploymentOptions> {
  return Object.fromEntries(
    routes.flatMap((route) => {
      const { requestsPerSecond, burst } = throttleOf(route, settings);
      const throttle = { throttlingRateLimit: requestsPerSecond, throttlingBurstLimit: burst };
      return methodsOf(route).map((method) => [`${route.path}/${method}`, throttle]);
    }),
  );
}

function kindOf(route: Route): Kind {
  const { files, rateClass } = route;
  if (files) return 'file';
  if (rateClass === 'login') return 'login';
  if (rateClass === 'none') return 'uncounted';
  return requestKindOf(route);
}

function throttleOfKind(kind: Kind, settings: ThrottleSettings): Throttle {
  const { share, burst = share * stageBurst(settings) }: Share = SHARES[kind];
  const rate = Math.min(share * settings.gatewayRequestsPerSecond, methodMaximum(settings));
  return { requestsPerSecond: atLeastOne(rate), burst: atLeastOne(burst) };
}

const atLeastOne = (amount: number) => Math.max(1, Math.floor(amount));
