import { expect, test } from 'vitest';
import { type Budget, isNearEnd, sharesOf, spend } from '../../../../shared/limits/budget.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { readExpressions } from '../../../support/read-expressions.ts';

const now = new Date('2026-11-20T12:00:30.000Z');
const budget = { kind: 'sms', tenantId: 'acme', perDay: 200, now } as const satisfies Budget;
const message = {
  ...{ id: 'one', siteId: 'harbour', deviceId: 'gate', isCritical: false },
  isOnlySite: async () => false,
};

test('Of a day’s messages, the last tenth is kept for critical alerts; verification codes get a tenth and one site a quarter', () => {
  expect(sharesOf(200)).toEqual({ ordinary: 180, codes: 20, site: 50, ordinaryOfSite: 45, keptOfSite: 5 });
  expect(sharesOf(2_000)).toEqual({
    ...{ ordinary: 1_800, codes: 200, site: 500, ordinaryOfSite: 450, keptOfSite: 50 },
  });
});

test.each([8, 10, 11, 19, 20, 40, 99, 100, 200, 333, 1_001, 2_000, 999_999, 1_000_000])(
  'With %i messages a day, each share is between one message and its fraction, and one site at most a quarter of the last tenth',
  (perDay) => {
    const { ordinary, codes, site, ordinaryOfSite, keptOfSite } = sharesOf(perDay);
    expect(Math.min(codes, ordinaryOfSite, keptOfSite)).toBeGreaterThanOrEqual(1);
    expect(ordinary).toBeLessThanOrEqual(perDay * 0.9);
    expect(codes).toBeLessThanOrEqual(Math.max(1, perDay / 10));
    expect(site).toBeLessThanOrEqual(perDay / 4);
    expect(site).toBe(ordinaryOfSite + keptOfSite);
    if (perDay < 40) return;
    expect(4 * keptOfSite).toBeLessThanOrEqual(perDay - ordinary);
    expect(5 * ordinaryOfSite).toBeGreaterThan(ordinary);
  },
);

test.each([1, 2, 3, 7])(
  'With only %i messages a day, verification codes and sites still get one each, and one of the day is kept for critical alerts',
  (perDay) => {
    const shares = sharesOf(perDay);
    const { codes, ordinaryOfSite, keptOfSite, ordinary } = shares;
    expect([codes, ordinaryOfSite, keptOfSite, ordinary]).toEqual([1, 1, 1, perDay - 1]);
  },
);

test.each([
  [200, 139, false],
  [200, 140, true],
  [10, 6, false],
  [10, 7, true],
  [1, 0, false],
  [1, 1, true],
])('With %i messages a day, masters are warned after %i of them: %s', (perDay, used, isWarned) => {
  for (const limit of [perDay, perDay * 2]) {
    const verdict = {
      limit,
      remaining: limit - used,
      allowed: true,
      resetsAtSeconds: 0,
      retryAfterSeconds: 0,
    };
    expect(isNearEnd({ ...budget, perDay }, verdict)).toBe(isWarned);
  }
});

test.each([
  ['sms', 1_000, 'requests'],
  ['sms', 1_001, 'hits'],
  ['sms', 1_100, 'hits'],
  ['email', 2_000, 'requests'],
  ['email', 2_001, 'hits'],
  ['email', 2_200, 'hits'],
] as const)(
  'Critical and other messages by %s share one counter, which with %i messages a day has the attribute %s',
  async (kind, perDay, form) => {
    for (const isCritical of [true, false]) {
      const { table, sent } = fakeTable([]);
      expect(await spend(table, { ...budget, kind, perDay }, { ...message, isCritical })).toMatchObject({
        allowed: true,
      });
      expect(sent.map(({ input }) => input.Key)).toEqual([
        { pk: `RATE#${kind}#acme#harbour`, sk: '2026-11-20' },
        { pk: `RATE#${kind}#acme`, sk: '2026-11-20' },
      ]);
      expect(readExpressions(sent[1]?.input)['condition']).toContain(form);
    }
  },
);
