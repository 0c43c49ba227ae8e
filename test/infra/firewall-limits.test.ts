import { describe, expect, test } from 'vitest';
import { readStageSettings } from '../../lib/cdk/stage-settings.ts';
import { INVENTED as authorization, countedBy, rateRulesOf } from './deployed-firewall.ts';
import { FULL, PROD } from './stages-with-options.ts';
import { synthesize } from './synthesis.ts';

const WINDOW_SECONDS = 300;
const MINUTES = WINDOW_SECONDS / 60;

const rules = rateRulesOf(synthesize(PROD));
const settings = readStageSettings((name) => PROD[name]);

const limitOf = (name: string) => rules.get(name)?.Limit ?? Number.NaN;

const KEYS: Record<string, unknown[]> = {
  AnonymousRequestsPerAddress: ['CUSTOM_KEYS', [{ IP: {} }, { HTTPMethod: {} }]],
  RequestsPerCredential: ['CUSTOM_KEYS', [{ Header: { Name: 'authorization' } }]],
};

describe('the limits of the firewall', () => {
  test('Every rate rule of the firewall blocks requests, and counts them by network address or by credential', () => {
    for (const { Name, Action, AggregateKeyType, CustomKeys } of rules.values()) {
      expect(Action).toHaveProperty('Block');
      expect([Name, AggregateKeyType, CustomKeys]).toEqual([Name, ...(KEYS[Name] ?? ['IP', undefined])]);
    }
  });

  test('Behind one network address, 1,200 polling users, 2,400 devices or a shift signing in stay below the firewall’s limits', () => {
    expect(limitOf('RequestsPerAddress')).toBe(settings.firewallRequestsPerAddress);
    expect(limitOf('RequestsPerAddress')).toBeGreaterThanOrEqual(
      WINDOW_SECONDS * Math.max(1_200 / 30, 2_400 / 60),
    );
    expect(limitOf('AnonymousRequestsPerAddress')).toBeGreaterThan(
      settings.loginRequestsPerAddressPerMinute * MINUTES,
    );
  });

  /** What the console requests when it opens, each path as often as a browser without its files does. */
  const FILES = Array.from({ length: 8 }, (_, place) => ({
    method: 'GET',
    path: `/console/assets/part-ABCDEFG${place}.js`,
  }));
  const OPENING = [
    { method: 'GET', path: '/console' },
    ...FILES,
    ...['auth/me', 'auth/sessions', 'sites', 'tests', 'alerts'].map((path) => ({
      method: 'GET',
      path: `/api/v1/${path}`,
      authorization,
    })),
    { method: 'POST', path: '/api/v1/live/tickets', authorization },
  ];
  const SSO = [
    { method: 'POST', path: '/api/v1/auth/sso' },
    { method: 'GET', path: '/api/v1/auth/sso/callback/1' },
    { method: 'POST', path: '/api/v1/auth/sso/token' },
  ];

  test.each([
    ['a password', [{ method: 'POST', path: '/api/v1/auth/login' }]],
    ['single sign-on', SSO],
  ])(
    'The firewall does not block 500 people who sign in with %s from one address, even right after a release',
    (_, signIn) => {
      const counts = new Map<string, number>();
      for (const request of [...signIn, ...OPENING]) {
        for (const name of countedBy(rules, request).filter((it) => it !== 'RequestsPerCredential')) {
          counts.set(name, (counts.get(name) ?? 0) + 500);
        }
      }
      for (const [name, count] of counts) expect(count, name).toBeLessThan(limitOf(name));
      expect(counts.get('AnonymousRequestsPerAddress')).toBeGreaterThan(0);
    },
  );

  test('The firewall blocks no credential whose requests are within Guard’s own rate limits', () => {
    const { keyEventsPerMinute, apiRequestsPerMinute, authRequestsPerMinute } = settings;
    const own = Math.max(keyEventsPerMinute, 2 * apiRequestsPerMinute + authRequestsPerMinute);
    expect(limitOf('RequestsPerCredential')).toBeGreaterThan(own * MINUTES);
  });

  test('If the settings allow more logins per network address, the firewall’s limits grow accordingly', () => {
    const generous = rateRulesOf(synthesize(FULL)); // 1,000 logins per address
    for (const name of ['SeldomRequestsPerAddress', 'AnonymousRequestsPerAddress']) {
      expect(generous.get(name)?.Limit).toBe(2 * 1_000 * MINUTES);
    }
  });

  const poll = { method: 'GET', path: '/api/v1/alerts' };
  test.each([
    ['a polled list', { ...poll, authorization }, []],
    ['a polled list without a domain', { ...poll, path: '/prod/api/v1/sites/1/alerts/', authorization }, []],
    ['a report', { method: 'POST', path: '/api/v1/reports', authorization }, []],
    ['a new alert', { ...poll, method: 'POST', authorization }, ['Seldom']],
    ['an alert', { ...poll, path: '/api/v1/alerts/1', authorization }, ['Seldom']],
    [
      'a device with the name of a list',
      { ...poll, path: '/api/v1/devices/..%2Falerts', authorization },
      ['Seldom'],
    ],
    ['a poll without a credential', poll, ['Anonymous']],
    ['a poll with a made-up credential', { ...poll, authorization: 'Bearer 1|guard_x' }, ['Anonymous']],
    ['a page', { ...poll, path: '/prod/docs/api' }, ['Seldom', 'Anonymous']],
    ['the page of the console', { ...poll, path: '/prod/console' }, []],
    ['a file of the console', { ...poll, path: '/console/assets/part-ABCDEFGH.js' }, []],
    ['a list that screens open with', { ...poll, path: '/api/v1/sites', authorization }, []],
    ['a new site', { method: 'POST', path: '/api/v1/sites', authorization }, ['Seldom']],
    ['a ticket', { method: 'POST', path: '/api/v1/live/tickets', authorization }, []],
    ['a refresh', { method: 'POST', path: '/api/v1/auth/refresh', authorization }, ['Seldom']],
    ['a preflight', { ...poll, method: 'OPTIONS' }, ['Anonymous']],
    ['a preflight with a made-up credential', { ...poll, method: 'OPTIONS', authorization }, ['Anonymous']],
    ['a preflight of the console’s origin', { method: 'OPTIONS', path: '/api/v1/sites' }, ['Anonymous']],
    ['a login', { method: 'POST', path: '/api/v1/auth/login' }, ['Seldom', 'Anonymous']],
    [
      'a login with a made-up credential',
      { method: 'POST', path: '/prod/api/v1/auth/login', authorization },
      ['Seldom', 'Anonymous'],
    ],
  ])(
    'The firewall counts %s only towards the stricter limits that are meant for this kind of request',
    (_, request, expected) => {
      const byAddress = countedBy(rules, request).filter((name) => !/^RequestsPer/.test(name));
      expect(byAddress).toEqual(expected.map((kind) => `${kind}RequestsPerAddress`));
    },
  );
});
