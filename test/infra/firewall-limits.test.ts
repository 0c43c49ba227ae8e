import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loginRoute } from '../../functions/auth/login.route.ts';
import { throttleOf } from '../../lib/cdk/api/throttling.ts';
import { readStageSettings } from '../../lib/cdk/stage-settings.ts';
import { createRouteMatcher } from '../../lib/local/route-matching.ts';
import { firewallRulesOf } from './deployed-firewall.ts';
import { FULL, PROD } from './stages-with-options.ts';
import { synthesize } from './synthesis.ts';

const WINDOW_SECONDS = 300;

const rules = firewallRulesOf(synthesize(PROD));
const settings = readStageSettings((name) => PROD[name]);

describe('the firewall blocks an address', () => {
  const limitOf = (name: string) => {
    const rule = rules.find(({ Name }) => Name === name);
    expect(rule?.Action).toHaveProperty('Block');
    expect(rule?.Statement.RateBasedStatement?.AggregateKeyType).toBe('IP');
    return rule?.Statement.RateBasedStatement?.Limit ?? 0;
  };

  test('The limit is far above the limits of a hundred users', () => {
    const minutes = WINDOW_SECONDS / 60;
    expect(limitOf('RequestsPerAddress')).toBe(settings.firewallRequestsPerAddress);
    expect(limitOf('RequestsPerAddress')).toBeGreaterThanOrEqual(
      100 * settings.apiRequestsPerMinute * minutes,
    );
    expect(limitOf('LoginsPerAddress')).toBeGreaterThanOrEqual(
      10 * settings.loginRequestsPerAddressPerMinute * minutes,
    );
  });

  test('The firewall’s limit of logins is above Guard’s own limit', () => {
    const generous = synthesize(FULL); // 1,000 logins per address
    const rule = firewallRulesOf(generous).find(({ Name }) => Name === 'LoginsPerAddress');
    expect(rule?.Statement.RateBasedStatement?.Limit).toBe((2 * 1000 * WINDOW_SECONDS) / 60);
  });

  test('One address is blocked far below the throttle of all callers', () => {
    const shared = { all: settings.gatewayRequestsPerSecond, login: throttleOf(loginRoute, settings) };
    expect(limitOf('RequestsPerAddress')).toBeLessThanOrEqual((shared.all * WINDOW_SECONDS) / 5);
    expect(limitOf('LoginsPerAddress')).toBeLessThanOrEqual(
      (shared.login.requestsPerSecond * WINDOW_SECONDS) / 10,
    );
  });

  describe('for logins by their path', () => {
    const match = rules.find(({ Name }) => Name === 'LoginsPerAddress')?.Statement.RateBasedStatement
      ?.ScopeDownStatement?.RegexMatchStatement;
    const transformations = match?.TextTransformations.toSorted((a, b) => a.Priority - b.Priority) ?? [];
    const counts = (path: string) =>
      match?.RegexString.test(
        transformations.reduce(
          (value, { Type }) => (Type === 'URL_DECODE' ? decode(value) : normalize(value)),
          path,
        ),
      );

    test.each([
      '/api/v1/auth/login',
      '/prod/api/v1/auth/login',
      '/api/v1/auth/login/',
      '/prod/api/v1/auth/login//',
      '/api/v1/auth/log%69n',
      '/api/v1/auth%2Flogin',
      '/api/v1/auth/login%2F',
      '/prod//api/v1//auth/login',
      '/api/v1/./auth/../auth/login',
      '/api/v1/auth%2F%2Flogin',
    ])('A login counts for the limit of logins at the path %s', (path) => {
      expect(counts(path)).toBe(true);
    });

    test.each(['/api/v1/auth/logout', '/api/v1/auth/login/more', '/api/v1/auth/logins', '/api/v1/alerts'])(
      'A request to %s does not count for the limit of logins',
      (path) => {
        expect(counts(path)).toBe(false);
      },
    );

    test('The rule matches every spelling of the path that reaches login', () => {
      const { match: find } = createRouteMatcher([loginRoute]);
      const spellings = ['', '/', '//', '%2F'].map((end) => `${loginRoute.path}${end}`);
      const served = spellings.filter((path) => find('POST', path));
      expect(served).toContain(`${loginRoute.path}/`);
      expect(served.filter((path) => !counts(path))).toEqual([]);
    });
  });
});

/** AWS WAF's transformations of a path ("Using text transformations in AWS WAF"). */
const decode = (path: string) => decodeURIComponent(path);
const normalize = (path: string) => posix.normalize(path);
