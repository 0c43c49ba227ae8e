import { expect, test } from 'vitest';
import type { Device } from '../../../../../../lib/client/types.ts';
import { type DeviceFilter, offlineFirst } from '../../../../../../lib/console/pages/devices/offline-now.ts';

const AT = '2026-11-20T10:00:00.000+00:00';
const device = (status: Device['status'], fields: object = {}) =>
  ({
    id: 'x',
    status,
    last_seen_at: AT,
    updated_at: AT,
    site_id: 'a',
    ...fields,
  }) as Device;

const first = (
  listed: readonly Device[],
  offline: readonly Device[],
  { isComplete = true, ...filter }: DeviceFilter & { readonly isComplete?: boolean } = {},
) => offlineFirst(listed, { devices: offline, isComplete }, filter);

test('The console lists offline devices first, the most recently heard one at the top, and never heard ones last', () => {
  const heard = (name: string, last_seen_at: string | null) =>
    device('offline', { id: name, name, last_seen_at });
  const offline = [
    heard('a', '2026-11-20T10:00:00Z'),
    heard('b', '2026-11-20T11:00:00Z'),
    heard('c', null),
    heard('e', null),
    heard('d', '2026-11-20T11:00:00Z'),
  ];
  const listed = [device('online', { id: 'x', name: 'x' }), heard('e', null)];
  expect(first(listed, offline).map(({ name }) => name)).toEqual(['b', 'd', 'a', 'c', 'e', 'x']);
});

test('The filters of the list of devices are for the offline devices that the list has not loaded, too', () => {
  const offline = [
    device('offline', { id: '1', name: '1', type: 'camera' }),
    device('offline', { id: '2', name: '2', type: 'siren', site_id: 'b' }),
  ];
  const ids = (filter: DeviceFilter) =>
    first([device('online', { id: '3' })], offline, filter).map(({ id }) => id);
  expect(ids({ siteId: 'b' })).toEqual(['2', '3']);
  expect(ids({ type: 'camera' })).toEqual(['1', '3']);
  expect(ids({ status: 'offline' })).toEqual(['1', '2']);
  expect(ids({ status: 'online' })).toEqual(['3']);
});

test('The watch of offline devices updates the status of devices in a list that the console read earlier', () => {
  const [wentOff, cameBack] = [device('online', { id: '1' }), device('offline', { id: '2' })];
  const off = device('offline', { id: '1', name: 'off' });
  const statuses = (isComplete: boolean) =>
    first([wentOff, cameBack], [off], { isComplete }).map(({ id, status }) => [id, status]);
  expect(statuses(true)).toEqual([
    ['1', 'offline'],
    ['2', 'online'],
  ]);
  expect(statuses(false)).toEqual([
    ['1', 'offline'],
    ['2', 'offline'],
  ]);
  expect(first([device('unknown')], [])[0]?.status).toBe('unknown');
  const newer = device('online', { id: '1', updated_at: '2026-11-20T11:00:00.000+00:00' });
  expect(first([newer], [off])).toEqual([newer]);
});
