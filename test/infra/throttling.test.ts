import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { getReferenceAssetRoute, REFERENCE_ASSETS } from '../../functions/docs.ts';
import { routes } from '../../functions/routes.ts';
import {
  countOtherMethods,
  otherThrottle,
  stageBurst,
  stageRequestsPerSecond,
  throttleOf,
  throttlesOfKinds,
} from '../../lib/cdk/api/throttling.ts';
import { readStageSettings } from '../../lib/cdk/stage-settings.ts';
import { requestKindOf, tenantLimitOf } from '../../shared/http/rate-limit.ts';
import { methodsOf, type Route } from '../../shared/http/route.ts';
import { deployedMethods, synthesize } from './synthesis.ts';

const methodSettingSchema = z.object({
  HttpMethod: z.string(),
  ResourcePath: z.string(),
  ThrottlingRateLimit: z.number(),
  ThrottlingBurstLimit: z.number(),
});
const stageSchema = z.object({ MethodSettings: z.array(methodSettingSchema) });

/** The name of a method in the stage's settings (AWS, "AWS::ApiGateway::Stage MethodSetting", ResourcePath). */
const nameOf = ({ method, path }: { readonly method: string; readonly path: string }) =>
  `${method} /${path.replaceAll('/', '~1')}`;

const isAuth = ({ rateClass }: Route) => rateClass === 'login' || rateClass === 'auth';

describe.each(['dev', 'prod'])('API Gateway of %s lets through', (stage) => {
  const synthesis = synthesize({ stage });
  const settings = readStageSettings((name) => (name === 'stage' ? stage : undefined));
  const throttles = new Map(
    [...synthesis.properties('AWS::ApiGateway::Stage', stageSchema).values()]
      .flatMap(({ MethodSettings }) => MethodSettings)
      .map((it) => [`${it.HttpMethod} ${it.ResourcePath}`, it]),
  );
  const deployed = (route: Route, method: string = route.method) => {
    const it = throttles.get(nameOf({ method, path: route.path }));
    if (!it) throw new Error(`${method} of ${route.name} has no throttle.`);
    return { requestsPerSecond: it.ThrottlingRateLimit, burst: it.ThrottlingBurstLimit };
  };
  const other = throttles.get('* /*');

  test('Each API method has its own throttle from throttleOf, and all requests to other methods share one', () => {
    for (const route of routes) {
      for (const method of methodsOf(route)) {
        expect(deployed(route, method)).toEqual(throttleOf(route, settings));
      }
    }
    expect({ requestsPerSecond: other?.ThrottlingRateLimit, burst: other?.ThrottlingBurstLimit }).toEqual(
      otherThrottle(settings),
    );
    expect(throttles.size).toBe(routes.flatMap(methodsOf).length + 1);
  });

  test('The throttles of all API methods together stay within the stage’s share of the account’s quota', () => {
    const methods = deployedMethods(synthesis);
    const rates = methods.map(
      ({ method, path }) =>
        (throttles.get(nameOf({ method, path })) ?? other)?.ThrottlingRateLimit ?? Number.NaN,
    );
    expect(rates.length).toBe(routes.flatMap(methodsOf).length + countOtherMethods());
    const sum = rates.reduce((total, rate) => total + rate, 0);
    expect(sum).toBeGreaterThan(0);
    expect(sum).toBeLessThanOrEqual(stageRequestsPerSecond(settings));
  });

  test('API methods that clients poll have the highest throttle of all methods', () => {
    const all = { requestsPerSecond: settings.gatewayRequestsPerSecond, burst: settings.gatewayBurst };
    expect(routes.filter(({ isPolled }) => isPolled).map((it) => deployed(it))).toEqual([all, all, all]);
    expect(Math.max(...routes.map((it) => deployed(it).requestsPerSecond))).toBe(all.requestsPerSecond);
  });

  test('The API method for reports has the same throttle as methods that clients poll', () => {
    const all = { requestsPerSecond: settings.gatewayRequestsPerSecond, burst: settings.gatewayBurst };
    expect(routes.filter(({ rateClass }) => rateClass === 'report').map((it) => deployed(it))).toEqual([all]);
  });

  test('API methods for sign-in and sessions have a tenth of the polled methods’ throttle, because a login needs much processor time', () => {
    const rates = routes.filter(isAuth).map((it) => deployed(it).requestsPerSecond);
    expect(new Set(rates)).toEqual(new Set([0.1 * settings.gatewayRequestsPerSecond]));
  });

  test('API methods for alerts have over three times the throttle of other methods that are not polled', () => {
    const ofAlerts = ({ access }: Route) => access.startsWith('alerts:');
    const others = routes.filter(
      (it) => !it.isPolled && !it.opensScreens && !isAuth(it) && it.rateClass !== 'report',
    );
    const rates = (some: readonly Route[]) => some.map((it) => deployed(it).requestsPerSecond);
    expect(Math.min(...rates(others.filter(ofAlerts)))).toBeGreaterThan(
      3 * Math.max(...rates(others.filter((it) => !ofAlerts(it)))),
    );
  });

  test('API methods without a rate limit have a low throttle; that of files is lowest, but lets ten browsers open the reference at once', () => {
    const uncounted = routes.filter(({ rateClass }) => rateClass === 'none');
    for (const route of uncounted) {
      expect(deployed(route).requestsPerSecond).toBeLessThanOrEqual(0.3 * settings.gatewayRequestsPerSecond);
    }
    const file = deployed(getReferenceAssetRoute);
    expect(file.requestsPerSecond).toBeLessThanOrEqual(2);
    expect(file.burst).toBe(10 * REFERENCE_ASSETS.length);
  });
});

describe('throttles with many routes', () => {
  const prod = readStageSettings((name) => (name === 'stage' ? 'prod' : undefined));
  /** This number of routes, of existing kinds, with different paths. */
  const manyRoutes = (count: number): Route[] => [
    ...routes,
    ...Array.from({ length: count - routes.length }, (_, place) => {
      const like = routes.filter((it) => !it.isPolled && !isAuth(it))[place % 30] as Route;
      return { ...like, name: `${like.name}-${place}`, path: `/more/${place}${like.path}` } as const;
    }),
  ];
  const sumOf = (all: readonly Route[], settings = prod) =>
    all.reduce((sum, it) => sum + methodsOf(it).length * throttleOf(it, settings, all).requestsPerSecond, 0) +
    countOtherMethods(all) * otherThrottle(settings, all).requestsPerSecond;

  test.each([42, 60, 100, 150, 250])(
    'The throttles of %i routes together stay within the stage’s share of the account’s quota',
    (count) => {
      expect(sumOf(manyRoutes(count))).toBeLessThanOrEqual(stageRequestsPerSecond(prod));
    },
  );

  test.each([1, 50, 500, 2_000, 10_000])(
    'With gatewayRequestsPerSecond=%i, the throttles of all methods together stay below the account’s quota',
    (rate) => {
      const settings = { ...prod, gatewayRequestsPerSecond: rate };
      expect(sumOf(manyRoutes(150), settings)).toBeLessThan(settings.accountRequestsPerSecond);
    },
  );

  test('In a region with a quota of 2,500 requests a second, all methods’ throttles together are between 70 % and 80 % of the quota', () => {
    const settings = { ...prod, accountRequestsPerSecond: 2_500 };
    expect(sumOf(routes, settings)).toBeLessThan(0.8 * 2_500);
    expect(sumOf(routes, settings)).toBeGreaterThan(0.7 * 2_500);
  });

  test('In a region with a quota of 2,500 requests a second, no API method has a burst of over 1,000', () => {
    const settings = { ...prod, accountRequestsPerSecond: 2_500 };
    const bursts = routes.map((it) => throttleOf(it, settings).burst);
    expect(Math.max(...bursts)).toBe(1_000);
    expect(stageBurst({ ...settings, gatewayBurst: 100 })).toBe(100);
  });

  test.each([100, 500, 1_000, 2_000])(
    'If the settings raise the gateway’s throttle by %i requests a second, reports get a higher throttle',
    (more) => {
      const [report] = routes.filter(({ rateClass }) => rateClass === 'report') as [Route];
      const raised = { ...prod, gatewayRequestsPerSecond: prod.gatewayRequestsPerSecond + more };
      expect(throttleOf(report, raised).requestsPerSecond).toBeGreaterThan(
        throttleOf(report, prod).requestsPerSecond,
      );
    },
  );

  test.each([
    ['with the usual quota', 10_000, 30_000],
    ['with a quota of 2,500 and the limit of docs/scale.md', 2_500, 4_500],
  ])(
    'One tenant can use at most half of each API method’s throttle %s',
    (_, accountRequestsPerSecond, tenantRequestsPerMinute) => {
      const many = manyRoutes(150);
      const settings = { ...prod, accountRequestsPerSecond, tenantRequestsPerMinute };
      const limits = { ...settings, throttles: throttlesOfKinds(settings, many) };
      for (const route of many.filter(({ rateClass }) => rateClass !== 'none' && rateClass !== 'login')) {
        const { requestsPerSecond } = throttleOf(route, settings, many);
        for (const tenantChildren of [3, 40, 2_000, undefined]) {
          const limit = tenantLimitOf(requestKindOf(route), limits, { tenantChildren });
          expect(limit / 60).toBeLessThanOrEqual(requestsPerSecond / 2);
        }
      }
    },
  );

  test('With 150 routes, polled methods and sign-in keep their throttles, and reading an alert keeps at least a fifth', () => {
    const many = manyRoutes(150);
    for (const route of routes.filter((it) => it.isPolled || isAuth(it))) {
      expect(throttleOf(route, prod, many)).toEqual(throttleOf(route, prod));
    }
    const [read] = routes.filter(({ name }) => name === 'get-alert') as [Route];
    const [few, less] = [throttleOf(read, prod), throttleOf(read, prod, many)];
    expect(less.requestsPerSecond).toBeLessThan(few.requestsPerSecond);
    expect(less.requestsPerSecond).toBeGreaterThan(0.2 * few.requestsPerSecond);
  });
});
