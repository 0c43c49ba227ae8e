import { expect, test } from 'vitest';
import type { SiteInTrouble } from '../../../../../../lib/client/index.ts';
import {
  countAt,
  countLooks,
  isStale,
  lookOf,
  shareText,
  waitedText,
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
  test_ends_at: null,
  since: null,
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
  [0, '0:00'],
  [7, '0:07'],
  [247, '4:07'],
  [3_727, '1:02:07'],
  [86_399, '23:59:59'],
  [183_600, '2 d 3 h'],
  // Clocks differ.
  [-5, '0:00'],
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
