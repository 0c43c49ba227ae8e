import { expect, test } from 'vitest';
import type { Device } from '../../../../../lib/client/types.ts';
import {
  countOffline,
  isSilent,
  lastHeardInList,
  offlineInOrder,
  withCurrentStatus,
} from '../../../../../lib/console/state/devices.ts';

const AT = '2026-11-20T10:00:00.000+00:00';
const device = (status: 'online' | 'offline', heartbeat_seconds: number | null, fields: object = {}) =>
  ({
    id: 'x',
    status,
    heartbeat_seconds,
    last_seen_at: AT,
    updated_at: AT,
    site_id: 'a',
    ...fields,
  }) as Device;

test.each([
  ['online', 60, false],
  ['offline', 60, true],
  ['online', null, false],
  ['offline', null, false],
] as const)(
  'The console treats a device that is %s with heartbeat_seconds %s: silent is %s',
  (status, seconds, expected) => {
    expect(isSilent(device(status, seconds))).toBe(expected);
  },
);

test('The device list of the console says when a device was last heard only if that is exact: for silent devices', () => {
  expect(lastHeardInList(device('offline', 60))).toBe(AT);
  expect(lastHeardInList(device('offline', 60, { last_seen_at: null }))).toBeNull();
  expect(lastHeardInList(device('online', 60))).toBeUndefined();
  expect(lastHeardInList(device('offline', null))).toBeUndefined();
});

test('The console counts offline devices apart: silent ones with their sites, and those that are set offline', () => {
  const silent = [device('offline', 60), device('offline', 60), device('offline', 60, { site_id: 'b' })];
  expect(countOffline([...silent, device('offline', null)])).toEqual({ silent: 3, sites: 2, others: 1 });
  expect(countOffline([])).toEqual({ silent: 0, sites: 0, others: 0 });
});

test('The console lists silent devices first, the most recently heard before others and those never heard last', () => {
  const heard = (name: string, last_seen_at: string | null, seconds: number | null = 60) =>
    device('offline', seconds, { name, last_seen_at });
  const ordered = offlineInOrder([
    heard('a', '2026-11-20T10:00:00Z'),
    heard('b', '2026-11-20T11:00:00Z'),
    heard('c', null),
    heard('e', '2026-11-20T12:00:00Z', null),
    heard('d', '2026-11-20T09:00:00Z', null),
  ]);
  expect(ordered.map(({ name }) => name)).toEqual(['b', 'a', 'c', 'd', 'e']);
});

test('A device list that the console read once is updated by the watch of offline devices', () => {
  const later = '2026-11-20T11:00:00.000+00:00';
  const [wentOff, cameBack] = [device('online', 60, { id: '1' }), device('offline', 60, { id: '2' })];
  const off = device('offline', 60, { id: '1', updated_at: later });
  const statuses = (isComplete: boolean) =>
    withCurrentStatus([wentOff, cameBack], [off], isComplete).map(({ status }) => status);
  expect(statuses(true)).toEqual(['offline', 'online']);
  expect(statuses(false)).toEqual(['offline', 'offline']);
  const newer = device('online', 60, { id: '1', updated_at: later });
  expect(withCurrentStatus([newer], [{ ...off, updated_at: AT }], true)[0]?.status).toBe('online');
});
