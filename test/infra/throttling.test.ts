import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { routes } from '../../functions/routes.ts';
import { readStageSettings } from '../../lib/cdk/stage-settings.ts';
import type { Route } from '../../shared/http/route.ts';
import { synthesize } from './synthesis.ts';

const methodSettingSchema = z.object({
  HttpMethod: z.string(),
  ResourcePath: z.string(),
  ThrottlingRateLimit: z.number(),
  ThrottlingBurstLimit: z.number(),
});
const stageSchema = z.object({ MethodSettings: z.array(methodSettingSchema) });

/** A method as the stage's settings name it (AWS, "AWS::ApiGateway::Stage MethodSetting", ResourcePath). */
const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) =>
  `${method} /${path.replaceAll('/', '~1')}`;

describe.each(['dev', 'prod'])('API Gateway of %s lets through', (stage) => {
  const { properties } = synthesize({ stage });
  const settings = readStageSettings((name) => (name === 'stage' ? stage : undefined));
  const throttles = new Map(
    [...properties('AWS::ApiGateway::Stage', stageSchema).values()]
      .flatMap(({ MethodSettings }) => MethodSettings)
      .map((it) => [`${it.HttpMethod} ${it.ResourcePath}`, it]),
  );
  const shareOf = (route: Route): number => {
    const it = throttles.get(nameOf(route));
    if (!it) throw new Error(`${route.name} has no throttle.`);
    const share = it.ThrottlingRateLimit / settings.gatewayRequestsPerSecond;
    expect(it.ThrottlingBurstLimit / settings.gatewayBurst).toBeCloseTo(share);
    return share;
  };

  test('to each method no more than the stage says', () => {
    expect(throttles.get('* /*')).toMatchObject({
      ThrottlingRateLimit: settings.gatewayRequestsPerSecond,
      ThrottlingBurstLimit: settings.gatewayBurst,
    });
    expect(throttles.size).toBe(routes.length + 1);
  });

  test('the least where passwords are verified or sessions change', () => {
    const isAuth = ({ rateClass }: Route) => rateClass === 'login' || rateClass === 'auth';
    const [auth, others] = [routes.filter(isAuth), routes.filter((route) => !isAuth(route))];
    expect(Math.max(...auth.map(shareOf))).toBeLessThan(Math.min(...others.map(shareOf)));
  });

  test('less where nobody is counted, and to writes less than to reads', () => {
    for (const route of routes.filter(({ rateClass }) => rateClass === 'none')) {
      expect(shareOf(route)).toBe(0.2);
    }
    for (const route of routes.filter(({ rateClass }) => rateClass === 'api')) {
      expect(shareOf(route)).toBe(route.method === 'GET' ? 1 : 0.4);
    }
  });
});
