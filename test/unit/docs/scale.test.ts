import { test } from 'vitest';
import { routes } from '../../../functions/routes.ts';
import {
  otherThrottle,
  type Throttle,
  throttleOf,
  throttlesOfKinds,
} from '../../../lib/cdk/api/throttling.ts';
import { readStageSettings } from '../../../lib/cdk/stage-settings.ts';
import { requestKindOf, tenantLimitOf } from '../../../shared/http/rate-limit.ts';
import type { Route } from '../../../shared/http/route.ts';
import type { RequestKind } from '../../../shared/lambda/settings.ts';
import { documentAt } from '../../docs/documents.ts';
import { countedBy, INVENTED, rateRulesOf, type WebRequest } from '../../infra/deployed-firewall.ts';
import { PROD } from '../../infra/stages-with-options.ts';
import { synthesize } from '../../infra/synthesis.ts';
import { documents, expectWritten, withCells, withRows } from './project.ts';

const rules = rateRulesOf(synthesize(PROD));
const settings = readStageSettings((name) => PROD[name]);
const limits = { ...settings, throttles: throttlesOfKinds(settings) };

const WINDOW_SECONDS = 300;
/** AWS: "Usually, this delay is below 30 seconds" ("Rate-based rule caveats in AWS WAF"). */
const DELAY_SECONDS = 30;
/** The part of the throttle that others use meanwhile. */
const SHARE_OF_OTHERS = 0.1;
const FLOOD_SECONDS = 900;

interface Flood {
  readonly sources: number;
  readonly perSecond: number;
  /** The number of requests that the firewall lets each source send in its window. */
  readonly limit: number;
  readonly throttle: Throttle;
}

/** The seconds of a quarter of an hour in which the method refuses more than a twentieth of all requests. */
function harm({ sources, perSecond, limit, throttle: { requestsPerSecond, burst } }: Flood): number {
  let [tokens, seconds] = [burst, 0];
  for (let now = 0; now < FLOOD_SECONDS; now++) {
    // AWS WAF also counts the requests that it blocks.
    const counted = perSecond * Math.min(WINDOW_SECONDS, Math.max(0, now - DELAY_SECONDS));
    const arriving = (counted > limit ? 0 : sources * perSecond) + SHARE_OF_OTHERS * requestsPerSecond;
    // Requests that are spread over the second also use the tokens that it adds.
    const served = Math.min(tokens + requestsPerSecond, arriving);
    tokens = Math.min(burst, tokens + requestsPerSecond - served);
    if (served < 0.95 * arriving) seconds++;
  }
  return seconds;
}

/** The number of sources, each just below a limit, that do lasting harm. */
function sourcesThatHurt(throttle: Throttle, perSecond: number): number {
  let sources = 1;
  while (harm({ sources, perSecond, limit: Infinity, throttle }) < FLOOD_SECONDS / 2) sources++;
  return sources;
}

/** The number of requests that the firewall lets one address send to a method, whatever credential it invents. */
function limitOfAddress({ method, path }: Pick<WebRequest, 'method' | 'path'>): number {
  const request = { method, path: path.replaceAll(/\{\w+\}/g, '1') };
  const limits = [request, { ...request, authorization: INVENTED }].map((it) =>
    Math.min(...namesOf(it).map((name) => rules.get(name)?.Limit ?? Infinity)),
  );
  return Math.max(...limits);
}

const namesOf = (request: Parameters<typeof countedBy>[1]) =>
  countedBy(rules, request).filter((name) => name !== 'RequestsPerCredential');

const limitOfCredential = rules.get('RequestsPerCredential')?.Limit ?? Infinity;

function kindOf({ isPolled, opensScreens, rateClass, access, files }: Route): string | undefined {
  if (files) return undefined; // cached for a year
  if (rateClass === 'none') return opensScreens ? "the console's files" : 'pages';
  if (rateClass === 'login') return 'login';
  if (rateClass === 'auth') return 'refresh, logout';
  if (isPolled || rateClass === 'report') return 'polled lists, reports';
  if (opensScreens) return 'what screens open with';
  return access.startsWith('alerts:') ? 'others of alerts' : 'others';
}

/** The row of a kind of methods: the fewest sources for any of them. */
function rowOf(kind: string, some: readonly Route[]): string[] {
  const of = (figure: (route: Route, throttle: Throttle) => number, worst = Math.min) =>
    String(worst(...some.map((it) => figure(it, throttleOf(it, settings)))));
  const isCounted = some.every(({ rateClass }) => rateClass !== 'none' && rateClass !== 'login');
  return [
    kind,
    of((_, { requestsPerSecond }) => requestsPerSecond),
    of((route, throttle) => sourcesThatHurt(throttle, limitOfAddress(route) / WINDOW_SECONDS)),
    of(
      (route, throttle) => harm({ sources: 1, perSecond: 1_000, limit: limitOfAddress(route), throttle }),
      Math.max,
    ),
    isCounted ? of((_, throttle) => sourcesThatHurt(throttle, limitOfCredential / WINDOW_SECONDS)) : '',
    isCounted
      ? of((route, throttle) =>
          sourcesThatHurt(throttle, tenantLimitOf(requestKindOf(route), limits, {}) / 60),
        )
      : '',
  ];
}

function rowOfPreflights(): string[] {
  const throttle = otherThrottle(settings);
  const limit = limitOfAddress({ method: 'OPTIONS', path: '/api/v1/alerts' });
  const lone = harm({ sources: 1, perSecond: 1_000, limit, throttle });
  const addresses = sourcesThatHurt(throttle, limit / WINDOW_SECONDS);
  return ['preflights', ...[throttle.requestsPerSecond, addresses, lone].map(String), '', ''];
}

/** All methods share the account's quota. That of bursts is half as high (AWS, "Amazon API Gateway quotas"). */
function rowOfAll(): string[] {
  const quota = settings.accountRequestsPerSecond;
  const throttle = { requestsPerSecond: quota, burst: quota / 2 };
  const [ofAddress = 0, ofCredential = 0] = ['RequestsPerAddress', 'RequestsPerCredential'].map(
    (name) => (rules.get(name)?.Limit ?? Infinity) / WINDOW_SECONDS,
  );
  return [
    'all together: the account’s quota',
    String(quota),
    String(sourcesThatHurt(throttle, ofAddress)),
    '',
    String(sourcesThatHurt(throttle, ofCredential)),
    '',
  ];
}

/** How much load the throttles of the stage let through. */
function throttleCells(): [string, string][] {
  const all = (kind: RequestKind) => limits.throttles[kind] / 60;
  const ofTenant = (kind: RequestKind) => tenantLimitOf(kind, limits, {}) / 60;
  const [login] = routes.filter(({ rateClass }) => rateClass === 'login') as [Route];
  const POLLED_EVERY = 30;
  const REPORTED_EVERY = 60;
  const loads: [string, number][] = [
    ['polling users of many tenants, 10 alerts a day each', all('polled') * POLLED_EVERY],
    ['polling tenant masters of one tenant', ofTenant('polled') * POLLED_EVERY],
    ['polling operators of the same 5 sites', ofTenant('polled') * POLLED_EVERY],
    ['alerts a second in one tenant', ofTenant('alert')],
    ['alerts a second in many tenants', all('alert')],
    ['devices of one tenant that report every 60 s', ofTenant('report') * REPORTED_EVERY],
    ['users created a second in one tenant', ofTenant('other')],
    ['logins a second in one tenant', throttleOf(login, settings).requestsPerSecond],
  ];
  return loads.map(([name, load]) => [name, Math.floor(load).toLocaleString('en')]);
}

/** How many flooding addresses, credentials or tenants slow down other callers: the kinds with the highest throttles first. */
function floodRows(): string[][] {
  const kinds = Map.groupBy(routes, kindOf);
  kinds.delete(undefined);
  const rows = [rowOfAll(), ...[...kinds].map(([kind = '', some]) => rowOf(kind, some)), rowOfPreflights()];
  return rows
    .toSorted(([a = '', ofA], [b = '', ofB]) => Number(ofB) - Number(ofA) || a.localeCompare(b))
    .map(([kind = '', ...figures]) => [
      kind,
      ...figures.map((it) => (it === '' ? '' : Number(it).toLocaleString('en'))),
    ]);
}

test('docs/scale.md shows how much load the throttles of the stage let through, and how many floods slow down other callers', async () => {
  const { text } = documentAt('docs/scale.md', documents);
  const throttles = withCells(text, 'What gives way, and when', 1, throttleCells());
  await expectWritten('docs/scale.md', withRows(throttles, 'Floods', floodRows()));
});
