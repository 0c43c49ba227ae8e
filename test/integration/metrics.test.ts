import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MetricName } from '../../shared/lambda/metrics.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { startTimers } from '../support/timers.ts';

let guard: TestGuard;
let seen = 0;
beforeAll(async () => {
  guard = await startGuard({ settings: { authRequestsPerMinute: 20 } });
});
afterAll(() => guard.stop());
beforeEach(() => {
  guard.clock.advance(3_600_000); // after all limits
  seen = guard.metrics.length;
});

/** The metrics since the last call, with dimensions after the name: `Failures code=not_found`. */
function published(...names: MetricName[]): Record<string, number> {
  const values = guard.metrics.slice(seen).filter(({ name }) => names.includes(name));
  seen = guard.metrics.length;
  const sums: Record<string, number> = {};
  for (const { name, value, dimensions = {} } of values) {
    const key = [name, ...Object.entries(dimensions).map((dimension) => dimension.join('='))].join(' ');
    sums[key] = (sums[key] ?? 0) + value;
  }
  return sums;
}

const signInWrongly = () =>
  guard.call('POST /api/v1/auth/login', { json: { email: 'master@acme.test', password: 'not-this-one' } });

describe('metrics of requests', () => {
  test('Metrics count requests; a request that an endpoint refuses is not counted as a failure', async () => {
    const token = await guard.signIn('operator@acme.test');
    await guard.call('GET /api/v1/sites/none', { token });
    await guard.call('POST /api/v1/tenants', { token, json: {} });
    expect(published('Runs', 'Failures', 'ServerErrors', 'RateLimited')).toEqual({
      'Runs group=login': 1,
      'Runs group=authorizer': 2,
      'Runs group=administration': 2,
    });
  });

  test('Metrics of functions exclude requests that the gateway rejects', async () => {
    await guard.call('GET /nowhere');
    await guard.call('GET /api/v1/sites');
    expect(guard.metrics.slice(seen)).toEqual([]);
  });

  test('Metrics count requests that a rate limit refuses separately', async () => {
    for (let attempt = 0; attempt < 21; attempt++) await signInWrongly();
    expect(published('RateLimited', 'AuthenticationFailures')).toEqual({
      RateLimited: 1,
      'AuthenticationFailures credential=password': 20,
    });
  });
});

describe('metrics of rejected credentials', () => {
  test('Metrics count rejected credentials by kind: passwords at login and tokens at the authorizer', async () => {
    await signInWrongly();
    await guard.call('GET /api/v1/sites', { token: await endedToken() });
    expect(published('AuthenticationFailures', 'SignIns')).toEqual({
      'AuthenticationFailures credential=password': 1,
      'AuthenticationFailures credential=token': 1,
      SignIns: 1,
    });
  });

  test('Metrics of rejected credentials exclude the right password of a blocked account', async () => {
    const json = { email: 'blocked@acme.test', password: 'guard-demo' };
    expect((await guard.call('POST /api/v1/auth/login', { json })).status).toBe(403);
    expect(published('AuthenticationFailures', 'SignIns')).toEqual({});
  });

  async function endedToken(): Promise<string> {
    const token = await guard.signIn('operator@acme.test');
    await guard.call('POST /api/v1/auth/logout', { token });
    return token;
  }
});

describe('metrics of the age of alerts', () => {
  test('The age of an alert is measured once at its acknowledgement and once at its resolution, even if these are repeated', async () => {
    const { act } = await raise('master@acme.test', 'critical');
    guard.clock.advance(90_000);
    await act('acknowledge');
    await act('acknowledge');
    guard.clock.advance(30_500);
    await act('resolve');
    await act('resolve');
    expect(published('SecondsToAcknowledge', 'SecondsToResolve')).toEqual({
      SecondsToAcknowledge: 90,
      SecondsToResolve: 120.5,
    });
  });

  test('The metric of the oldest unacknowledged critical alert covers all tenants', async () => {
    await acknowledgeAll('master@acme.test');
    await acknowledgeAll('master@globex.test');
    expect(await oldest()).toBe(0);

    const raised = [];
    for (const email of [
      'master@globex.test',
      'master@acme.test',
      'master@acme.test',
      'master@globex.test',
    ]) {
      await raise(email, 'high'); // older, and not critical
      guard.clock.advance(10_000);
      raised.push(await raise(email, 'critical'));
      guard.clock.advance(20_000);
    }
    for (const [place, { act }] of raised.entries()) {
      expect(await oldest()).toBe(20 + 30 * (raised.length - 1 - place));
      await act('acknowledge');
    }
    expect(await oldest()).toBe(0);
  });

  test('The age of the oldest unacknowledged critical alert is measured for each tenant, and the log names tenants that wait too long', async () => {
    await acknowledgeAll('master@acme.test');
    await acknowledgeAll('master@globex.test');
    const acme = await raise('master@acme.test', 'critical');
    guard.clock.advance(10_000);
    const globex = await raise('master@globex.test', 'critical');
    const both = await agesOfTenants();
    expect(Object.values(both)).toEqual([10, 0]);
    expect(waiting()).toEqual([]);

    guard.clock.advance(291_000);
    expect(Object.values(await agesOfTenants())).toEqual([301, 291]);
    const [tenantOfAcme] = Object.keys(both);
    expect(waiting()).toEqual([
      expect.objectContaining({ tenant_id: tenantOfAcme, alert_id: acme.id, age_seconds: 301 }),
    ]);
    await acme.act('acknowledge');
    expect(Object.values(await agesOfTenants())).toEqual([291]);
    await globex.act('acknowledge');
    expect(await agesOfTenants()).toEqual({});
  });

  test('The metric of the oldest due timer covers all kinds of timers, and the log names the kind of a late one', async () => {
    const timers = await startTimers(guard);
    await timers.tick(); // those of the demo data
    published('OldestTimerAge');
    await timers.tickOnly();
    expect(published('OldestTimerAge')).toEqual({ OldestTimerAge: 0 });
    guard.clock.advance(86_700_000);
    await timers.tickOnly();
    await timers.stop();
    expect(published('OldestTimerAge')['OldestTimerAge']).toBeGreaterThan(200);
    expect(guard.log()).toMatch(/"Timers late".*"kind":"watch"/);
  });

  /** The measured ages by tenant, in order. */
  async function agesOfTenants(): Promise<Record<string, number>> {
    published();
    await guard.runScheduled('measure-alert-ages');
    const ages = Object.entries(published('UnacknowledgedCriticalAlertAge'));
    return Object.fromEntries(ages.map(([name, age]) => [name.replace(/.*tenant_id=/, ''), age]));
  }

  /** The log lines about waiting alerts. */
  function waiting(): unknown[] {
    const lines = guard
      .log()
      .split('\n')
      .filter((line) => line.includes('Critical alert waits'));
    return lines.map((line) => JSON.parse(line));
  }

  async function acknowledgeAll(email: string) {
    const token = await guard.signIn(email);
    const { data } = (await guard.call('GET /api/v1/alerts?status=active&limit=100', { token })).body;
    for (const { id } of data) await guard.call(`POST /api/v1/alerts/${id}/acknowledge`, { token });
  }

  async function oldest(): Promise<number | undefined> {
    published();
    await guard.runScheduled('measure-alert-ages');
    return published('OldestUnacknowledgedCriticalAlertAge')['OldestUnacknowledgedCriticalAlertAge'];
  }

  async function raise(email: string, severity: string) {
    const token = await guard.signIn(email);
    const [site] = (await guard.call('GET /api/v1/sites?limit=1', { token })).body.data;
    const json = { site_id: site.id, type: 'panic', severity, message: 'Panic button pressed' };
    const { id } = (await guard.call('POST /api/v1/alerts', { token, json })).body;
    const act = async (action: 'acknowledge' | 'resolve') => {
      expect((await guard.call(`POST /api/v1/alerts/${id}/${action}`, { token })).status).toBe(200);
    };
    return { id, act };
  }
});
