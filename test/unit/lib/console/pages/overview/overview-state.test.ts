import { expect, test } from 'vitest';
import type { SiteInTrouble } from '../../../../../../lib/client/index.ts';
import {
  countAt,
  countLooks,
  isStale,
  lookOf,
  shareText,
  waitedText,
  worseAcknowledged,
} from '../../../../../../lib/console/pages/overview/overview-state.ts';

const site = (fields: Partial<SiteInTrouble>): SiteInTrouble => ({
  site_id: 'a',
  name: 'City Office',
  state: 'active',
  severity: 'high',
  active: 2,
  acknowledged: 3,
  silent_devices: 4,
  never_heard_devices: 5,
  acknowledged_severity: null,
  test_ends_at: null,
  since: null,
  opening: 'unknown',
  ...fields,
});

test.each([
  [{ state: 'active', severity: 'critical' }, 'critical', 2],
  // A newer service may know severities that this console does not.
  [{ state: 'active', severity: 'catastrophic' }, 'info', 2],
  [{ state: 'acknowledged', severity: 'critical' }, 'acknowledged', 3],
  [{ state: 'silent', severity: null }, 'silent', 4],
  [{ state: 'on_test', severity: null }, 'on_test', 0],
  [{ state: 'never_heard', severity: null }, 'never_heard', 5],
] as const)('The tile of a site in the state %j looks %s and counts %i', (fields, look, count) => {
  expect([lookOf(site(fields)), countAt(site(fields))]).toEqual([look, count]);
});

test.each([
  ['active', 'medium', 'critical', 'critical'],
  ['active', 'high', 'high', undefined],
  ['active', 'high', 'low', undefined],
  ['active', 'high', null, undefined],
  ['acknowledged', 'critical', 'critical', undefined],
] as const)(
  'A tile of %s %s with an acknowledged alert of %s also names %s',
  (state, severity, acknowledged_severity, named) => {
    expect(worseAcknowledged(site({ state, severity, acknowledged_severity }))).toBe(named);
  },
);

test('The legend above the tiles counts them by look, in their order: worst first', () => {
  const states = [
    ['active', 'critical'],
    ['active', 'high'],
    ['active', 'high'],
    ['acknowledged', 'critical'],
    ['acknowledged', 'low'],
    ['silent', null],
  ] as const;
  expect([...countLooks(states.map(([state, severity]) => site({ state, severity })))]).toEqual([
    ['critical', 1],
    ['high', 2],
    ['acknowledged', 2],
    ['silent', 1],
  ]);
});

const NOW = Date.parse('2026-11-27T12:00:00.000Z');
const ago = (seconds: number) => new Date(NOW - seconds * 1_000).toISOString();

test.each([
  [0, '0 s'],
  [7, '7 s'],
  [247, '4 min 07 s'],
  // Not 19:06, which a clock shows, too.
  [1_146, '19 min 06 s'],
  [3_727, '1 h 02 min'],
  [86_399, '23 h 59 min'],
  [183_600, '2 d 3 h'],
  // Clocks differ.
  [-5, '0 s'],
])('An alert that has waited %i seconds is shown with %s', (seconds, text) => {
  expect(waitedText(ago(seconds), NOW, 'd')).toBe(text);
});

test('An overview is stale when it is older than three minutes: a wall screen asks every two minutes while it is quiet', () => {
  expect([125, 180, 181].map((seconds) => isStale(ago(seconds), NOW))).toEqual([false, false, true]);
});

test.each([
  [0, 0, '–'],
  [55, 62, '88 %'],
  [62, 62, '100 %'],
  // A share is never rounded up to all.
  [999, 1_000, '99 %'],
])('With %i of %i alerts answered in time, the share is %s', (within_90_seconds, alerts, text) => {
  const apart = { unanswered: 0, on_test: 9, machine_resolved: 9 };
  expect(shareText({ alerts, within_90_seconds, ...apart })).toBe(text);
});
