import { expect, test } from 'vitest';
import type { Alert } from '../../../../../lib/client/index.ts';
import {
  countSeverities,
  countUnattended,
  emptyText,
  endedParkings,
  type Filters,
  hiddenCritical,
  keepNewer,
  listedAlerts,
  newer,
  openAlerts,
  STALE_AFTER_MS,
  takenFrom,
  typesOf,
} from '../../../../../lib/console/state/alerts.ts';
import { NO_FILTER, readScreen } from '../../../../../lib/console/state/screen.ts';
import { idOf, makeAlert } from '../make-alert.ts';

const responsesOf = (...alerts: ReturnType<typeof makeAlert>[]) =>
  new Map(alerts.map((alert) => [alert.id, { alert, at: 0 }]));

test('The console never replaces an alert by an older version of the same alert', () => {
  const [old, recent] = [makeAlert({ version: 2 }), makeAlert({ version: 3 })];
  expect(newer(recent, old)).toBe(recent);
  expect(newer(old, recent)).toBe(recent);
  expect(newer(undefined, old)).toBe(old);
});

test('After an action on an alert, the console shows the alert from the response until the watch has a newer version', () => {
  const watched = makeAlert({ version: 1 });
  const response = makeAlert({ version: 2, status: 'acknowledged' });
  const changed = makeAlert({ version: 3, status: 'active' });
  expect(openAlerts([watched], responsesOf(response))).toEqual([response]);
  expect(openAlerts([changed], responsesOf(response))).toEqual([changed]);
});

test('An alert that the user has resolved on this screen disappears, even if the watch still contains the alert', () => {
  const resolved = makeAlert({ version: 2, status: 'resolved' });
  expect(openAlerts([makeAlert()], responsesOf(resolved))).toEqual([]);
});

test('The console keeps the alert from the response to an action only while this version is newer than the watched one', () => {
  const ahead = makeAlert({ id: idOf(1), version: 5 });
  const same = makeAlert({ id: idOf(2), version: 5 });
  const kept = keepNewer(responsesOf(ahead, same), [{ ...ahead, version: 4 }, same], 0);
  expect([...kept.keys()]).toEqual([ahead.id]);
  expect(keepNewer(kept, [{ ...ahead, version: 4 }], 0)).toBe(kept);
});

test('If the watch does not contain an alert, the console keeps the response to an action on the alert for a limited time', () => {
  const responses = responsesOf(makeAlert({ version: 2, status: 'acknowledged' }));
  const kept = keepNewer(responses, [], STALE_AFTER_MS);
  expect(openAlerts([makeAlert({ version: 1 })], kept)).toMatchObject([
    { version: 2, status: 'acknowledged' },
  ]);
  expect(keepNewer(kept, [], STALE_AFTER_MS + 1).size).toBe(0);
});

const alerts = [
  makeAlert({ id: idOf(1), severity: 'low' }),
  makeAlert({ id: idOf(2), severity: 'critical', status: 'acknowledged', acknowledged_by: idOf(70) }),
  makeAlert({ id: idOf(3), severity: 'critical', type: 'panic' }),
  makeAlert({ id: idOf(4), severity: 'low', site_id: idOf(99) }),
];
const idsAt = (query: string) =>
  listedAlerts(alerts, readScreen({ search: query, hash: '' })).map(({ id }) => id);

test.each([
  ['Cafe\u0301', 'Café Nord'],
  ['café', 'Cafe\u0301 Nord'],
])('The search %j of the console finds the site %j, however its accents are written', (search, site_name) => {
  const open = [makeAlert({ id: idOf(1), site_name }), makeAlert({ id: idOf(2), site_name: 'Mill' })];
  const screen = readScreen({ search: `?q=${encodeURIComponent(search)}`, hash: '' });
  expect(listedAlerts(open, screen).map(({ id }) => id)).toEqual([idOf(1)]);
});

test('The alert list of the console has unacknowledged alerts first, then the highest severity, then the oldest', () => {
  expect(idsAt('')).toEqual([idOf(3), idOf(1), idOf(4), idOf(2)]);
});

test.each([
  ['?status=acknowledged', [2]],
  ['?status=active', [3, 1, 4]],
  [`?status=acknowledged&acknowledged_by=${idOf(70)}`, [2]],
  [`?acknowledged_by=${idOf(71)}`, []],
  ['?since=2026-11-20&until=2026-11-20', [3, 1, 4, 2]],
  ['?since=2026-11-21', []],
  ['?until=2026-11-19', []],
  ['?severity=critical', [3, 2]],
  ['?severity=critical,low', [3, 1, 4, 2]],
  ['?type=panic', [3]],
  [`?site_id=${idOf(99)}`, [4]],
  [`?site_id=${idOf(99)}&type=panic`, []],
  ['?q=PANIC', [3]],
  ['?q=office+smoke', [3, 1, 4, 2]],
  ['?q=office+flood', []],
])('The alert list of the console with the filters %s contains the matching alerts', (query, numbers) => {
  expect(idsAt(query)).toEqual(numbers.map(idOf));
});

test('The console finds the alerts that another person has taken over, and no others that are gone or active again', () => {
  const had = new Set([1, 2, 3, 4].map(idOf));
  const by = (number: number, acknowledged_by: string | null, status: Alert['status'] = 'acknowledged') =>
    makeAlert({ id: idOf(number), status, acknowledged_by });
  const open = [by(1, idOf(70)), by(2, idOf(71)), by(3, null, 'active'), by(5, idOf(71))];
  expect(takenFrom(had, open, idOf(70)).map(({ id }) => id)).toEqual([idOf(2)]);
});

test('When the console sorts its alert list, the order of the alerts in the watch does not change', () => {
  const watched = Object.freeze([...alerts]);
  expect(() => listedAlerts(watched, readScreen({ search: '', hash: '' }))).not.toThrow();
});

test('The console counts alerts by severity, and separately the unacknowledged critical alerts', () => {
  expect(countSeverities(alerts)).toEqual({ critical: 2, high: 0, medium: 0, low: 2, info: 0 });
  expect(countUnattended(alerts)).toBe(1);
});

test('The console’s type filter offers the types of the open alerts, and the chosen type even if no open alert has it', () => {
  expect(typesOf(alerts, 'tamper')).toEqual(['fire', 'panic', 'tamper']);
  expect(typesOf(alerts, undefined)).toEqual(['fire', 'panic']);
});

test.each([
  ['', 0],
  ['?severity=critical', 0],
  ['?severity=high', 2],
  ['?type=panic', 1],
  ['?site_id=019aa111-0000-7000-8000-0000000000ff', 2],
  ['?status=acknowledged', 2],
  ['?status=resolved', 2],
])(
  'With the filters %s, the console says that %d unacknowledged critical alerts are hidden',
  (query, hidden) => {
    const open = [
      makeAlert({ id: idOf(1), severity: 'critical' }),
      makeAlert({ id: idOf(2), severity: 'critical', type: 'panic' }),
      makeAlert({ id: idOf(3), severity: 'critical', status: 'acknowledged' }),
      makeAlert({ id: idOf(4), severity: 'high' }),
    ];
    expect(hiddenCritical(open, readScreen({ search: query, hash: '' }))).toBe(hidden);
  },
);

test.each([
  [7, 'live', 0, 'None of the 7 open alerts matches.'],
  [0, 'live', 3, 'No open alerts. All is quiet.'],
  [0, 'polling', 3, 'No open alerts. All is quiet.'],
  [0, 'offline', 3, 'No open alerts are known while there is no connection.'],
  [0, 'live', undefined, 'No open alerts.'],
] as const)(
  'The empty alert list, with %d open alerts, the connection %s and %s sites, says: %4$s',
  (open, connection, sites, text) => {
    expect(emptyText(open, connection, sites)).toBe(text);
  },
);

test('Parked alerts are in a list of their own, the one that comes back next first, and in that of whoever has them', () => {
  const holder = idOf(9);
  const taken = { status: 'acknowledged', acknowledged_by: holder } as const;
  const park = (until: string) => ({
    since: until,
    until,
    reason: 'Later',
    by: { id: holder, name: 'Olga' },
  });
  const later = makeAlert({ id: idOf(1), ...taken, parked: park('2026-11-20T14:00:00.000+00:00') });
  const sooner = makeAlert({ id: idOf(2), ...taken, parked: park('2026-11-20T13:00:00.000+00:00') });
  const waiting = makeAlert({ id: idOf(3), ...taken });
  const active = makeAlert({ id: idOf(4) });
  const listed = (filters: Partial<Filters>) =>
    listedAlerts([later, sooner, waiting, active], { ...NO_FILTER, ...filters }).map(({ id }) => id);
  expect(listed({})).toEqual([active.id, waiting.id]);
  expect(listed({ status: 'acknowledged' })).toEqual([waiting.id]);
  expect(listed({ status: 'parked' })).toEqual([sooner.id, later.id]);
  expect(listed({ status: 'acknowledged', holderId: holder })).toEqual([later.id, sooner.id, waiting.id]);
  const ended = endedParkings([later, sooner, active], Date.parse('2026-11-20T13:00:00Z'));
  expect(ended).toEqual([sooner]);
});
