import { expect, test } from 'vitest';
import type { Device } from '../../../../../lib/client/types.ts';
import { deviceStatusLabel, lastHeardInList, offlineText } from '../../../../../lib/console/state/devices.ts';

const AT = '2026-11-20T10:00:00.000+00:00';
const device = (status: 'online' | 'offline', heartbeat_seconds: number | null, site_id = 'a') =>
  ({ status, heartbeat_seconds, last_seen_at: AT, site_id }) as Device;

test.each([
  ['online', 60, 'Online'],
  ['offline', 60, 'Silent'],
  ['online', null, 'Online'],
  ['offline', null, 'Offline'],
] as const)('A device that is %s with heartbeat_seconds %s is labelled %s', (status, seconds, label) => {
  expect(deviceStatusLabel(device(status, seconds))).toBe(label);
});

test('A list says when a device was last heard only if that is exact: for silent devices', () => {
  expect(lastHeardInList(device('offline', 60))).toBe(AT);
  expect(lastHeardInList({ ...device('offline', 60), last_seen_at: null })).toBeNull();
  expect(lastHeardInList(device('online', 60))).toBeUndefined();
  expect(lastHeardInList(device('offline', null))).toBeUndefined();
});

test.each([
  [[], 'No watched device is silent.'],
  [[device('offline', 60), device('offline', 60), device('offline', 60, 'b')], '3 silent, at 2 of 9 sites.'],
  [[device('offline', null)], 'No watched device is silent. 1 that is not watched is set offline.'],
  [
    [device('offline', 60), device('offline', null), device('offline', null, 'b')],
    '1 silent, at 1 of 9 sites. 2 that are not watched are set offline.',
  ],
])('The offline devices %j are summarized as: %s', (offline, text) => {
  expect(offlineText(offline, 9)).toBe(text);
});
