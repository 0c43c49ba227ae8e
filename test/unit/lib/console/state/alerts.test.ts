import { describe, expect, test } from 'vitest';
import {
  countSeverities,
  countUnattended,
  emptyText,
  hiddenCritical,
  keepAhead,
  later,
  listedAlerts,
  openAlerts,
  REMEMBERED_MS,
  typesOf,
} from '../../../../../lib/console/state/alerts.ts';
import { readScreen } from '../../../../../lib/console/state/screen.ts';
import { idOf, makeAlert } from '../make-alert.ts';

const own = (...alerts: ReturnType<typeof makeAlert>[]) =>
  new Map(alerts.map((alert) => [alert.id, { alert, at: 0 }]));

describe('what is shown of an alert', () => {
  test('never goes back to an older version', () => {
    const [old, recent] = [makeAlert({ version: 2 }), makeAlert({ version: 3 })];
    expect(later(recent, old)).toBe(recent);
    expect(later(old, recent)).toBe(recent);
    expect(later(undefined, old)).toBe(old);
  });

  test('is the answer to an own action until the same is told, and what is told from then on', () => {
    const told = makeAlert({ version: 1 });
    const answered = makeAlert({ version: 2, status: 'acknowledged' });
    const retold = makeAlert({ version: 3, status: 'active' });
    expect(openAlerts([told], own(answered))).toEqual([answered]);
    expect(openAlerts([retold], own(answered))).toEqual([retold]);
  });

  test('is nothing once it was resolved here, also while it is told as open', () => {
    expect(openAlerts([makeAlert()], own(makeAlert({ version: 2, status: 'resolved' })))).toEqual([]);
  });

  test('keeps an own answer no longer than it is ahead', () => {
    const ahead = makeAlert({ id: idOf(1), version: 5 });
    const told = makeAlert({ id: idOf(2), version: 5 });
    const kept = keepAhead(own(ahead, told), [{ ...ahead, version: 4 }, told], 0);
    expect([...kept.keys()]).toEqual([ahead.id]);
    expect(keepAhead(kept, [{ ...ahead, version: 4 }], 0)).toBe(kept);
  });

  test('keeps an own answer while nothing is told of its alert, as after another reach, but not for ever', () => {
    const answered = own(makeAlert({ version: 2, status: 'acknowledged' }));
    const kept = keepAhead(answered, [], REMEMBERED_MS);
    expect(openAlerts([makeAlert({ version: 1 })], kept)).toMatchObject([
      { version: 2, status: 'acknowledged' },
    ]);
    expect(keepAhead(kept, [], REMEMBERED_MS + 1).size).toBe(0);
  });
});

describe('the list', () => {
  const alerts = [
    makeAlert({ id: idOf(1), severity: 'low' }),
    makeAlert({ id: idOf(2), severity: 'critical', status: 'acknowledged' }),
    makeAlert({ id: idOf(3), severity: 'critical', type: 'panic' }),
    makeAlert({ id: idOf(4), severity: 'low', site_id: idOf(99) }),
  ];
  const idsAt = (query: string) => listedAlerts(alerts, readScreen(query)).map(({ id }) => id);

  test('begins with what nobody has acknowledged, then with the highest severity, then with the oldest', () => {
    expect(idsAt('')).toEqual([idOf(3), idOf(1), idOf(4), idOf(2)]);
  });

  test.each([
    ['?status=acknowledged', [2]],
    ['?status=active', [3, 1, 4]],
    ['?severity=critical', [3, 2]],
    ['?severity=critical,low', [3, 1, 4, 2]],
    ['?type=panic', [3]],
    [`?site_id=${idOf(99)}`, [4]],
    [`?site_id=${idOf(99)}&type=panic`, []],
    ['?q=PANIC', [3]],
    ['?q=office+smoke', [3, 1, 4, 2]],
    ['?q=office+flood', []],
  ])('with %s has what fits', (query, numbers) => {
    expect(idsAt(query)).toEqual(numbers.map(idOf));
  });

  test('leaves the order in which alerts are told alone', () => {
    const told = Object.freeze([...alerts]);
    expect(() => listedAlerts(told, readScreen(''))).not.toThrow();
  });

  test('counts each severity, and the critical ones that nobody has acknowledged', () => {
    expect(countSeverities(alerts)).toEqual({ critical: 2, high: 0, medium: 0, low: 2, info: 0 });
    expect(countUnattended(alerts)).toBe(1);
  });

  test('offers the types that there are, and the chosen one, which may have gone', () => {
    expect(typesOf(alerts, 'tamper')).toEqual(['fire', 'panic', 'tamper']);
    expect(typesOf(alerts, undefined)).toEqual(['fire', 'panic']);
  });
});

test.each([
  ['', 0],
  ['?severity=critical', 0],
  ['?severity=high', 2],
  ['?type=panic', 1],
  ['?site_id=019aa111-0000-7000-8000-0000000000ff', 2],
  ['?status=acknowledged', 2],
  ['?status=resolved', 2],
])('the filters %s hide %d critical alerts that nobody has acknowledged', (query, hidden) => {
  const open = [
    makeAlert({ id: idOf(1), severity: 'critical' }),
    makeAlert({ id: idOf(2), severity: 'critical', type: 'panic' }),
    makeAlert({ id: idOf(3), severity: 'critical', status: 'acknowledged' }),
    makeAlert({ id: idOf(4), severity: 'high' }),
  ];
  expect(hiddenCritical(open, readScreen(query))).toBe(hidden);
});

test.each([
  [7, 'live', 0, 'None of the 7 open alerts is like this.'],
  [0, 'live', 3, 'No open alerts. All is quiet.'],
  [0, 'polling', 3, 'No open alerts. All is quiet.'],
  [0, 'offline', 3, 'No open alerts are known while there is no connection.'],
  [0, 'live', undefined, 'No open alerts.'],
] as const)(
  'of %d open alerts, %s, at %s sites, an empty list says: %4$s',
  (open, connection, sites, text) => {
    expect(emptyText(open, connection, sites)).toBe(text);
  },
);
