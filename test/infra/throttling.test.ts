import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { getReferenceAssetRoute, REFERENCE_ASSETS } from '../../functions/docs.ts';
import { routes } from '../../functions/routes.ts';
import { otherThrottle, stageBurst, throttleOf, throttlesOfKinds } from '../../lib/cdk/api/throttling.ts';
import { readStageSettings } from '../../lib/cdk/stage-settings.ts';
import { requestKindOf, tenantLimitOf } from '../../shared/http/rate-limit.ts';
import { methodsOf, type Route } from '../../shared/http/route.ts';
import { deployedMethods, synthesizeWhole } from './synthesis.ts';

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

describe.each(['dev', 'prod'])('API Gateway of %s lets through', (stage) => {
  const synthesis = synthesizeWhole({ stage });
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

  test('No API method takes more than four fifths of the account’s quota, and each takes requests', () => {
    const rates = deployedMethods(synthesis).map(
      ({ method, path }) =>
        (throttles.get(nameOf({ method, path })) ?? other)?.ThrottlingRateLimit ?? Number.NaN,
    );
    expect(rates.length).toBeGreaterThan(routes.flatMap(methodsOf).length);
    for (const rate of rates) {
      expect(rate).toBeGreaterThanOrEqual(1);
      expect(rate).toBeLessThanOrEqual(0.8 * settings.accountRequestsPerSecond);
    }
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

  test('API methods for sign-in have a sixth of the polled methods’ throttle, because a login needs much processor time', () => {
    const rates = routes
      .filter(({ rateClass }) => rateClass === 'login')
      .map((it) => deployed(it).requestsPerSecond);
    expect(new Set(rates)).toEqual(new Set([Math.floor(settings.gatewayRequestsPerSecond / 6)]));
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

describe('throttles', () => {
  const prod = readStageSettings((name) => (name === 'stage' ? 'prod' : undefined));

  test('In a region with a quota of 2,500 requests a second, no API method takes more than 2,000 of them', () => {
    const rates = routes.map(
      (it) => throttleOf(it, { ...prod, accountRequestsPerSecond: 2_500 }).requestsPerSecond,
    );
    expect(Math.max(...rates)).toBe(2_000);
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
      const settings = { ...prod, accountRequestsPerSecond, tenantRequestsPerMinute };
      const limits = { ...settings, throttles: throttlesOfKinds(settings) };
      for (const route of routes.filter(({ rateClass }) => rateClass !== 'none' && rateClass !== 'login')) {
        const { requestsPerSecond } = throttleOf(route, settings);
        for (const tenantChildren of [3, 40, 2_000, undefined]) {
          const limit = tenantLimitOf(requestKindOf(route), limits, { tenantChildren });
          expect(limit / 60).toBeLessThanOrEqual(requestsPerSecond / 2);
        }
      }
    },
  );
});
