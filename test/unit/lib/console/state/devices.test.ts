import { expect, test } from 'vitest';
import type { Device } from '../../../../../lib/client/types.ts';
import { offlineInOrder, withCurrentStatus } from '../../../../../lib/console/state/devices.ts';

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

test('The console lists offline devices with the most recent last report first, and devices that never reported last', () => {
  const heard = (name: string, last_seen_at: string | null) => device('offline', { name, last_seen_at });
  const ordered = offlineInOrder([
    heard('a', '2026-11-20T10:00:00Z'),
    heard('b', '2026-11-20T11:00:00Z'),
    heard('c', null),
    heard('e', null),
    heard('d', '2026-11-20T11:00:00Z'),
  ]);
  expect(ordered.map(({ name }) => name)).toEqual(['b', 'd', 'a', 'c', 'e']);
});

test('The watch of offline devices updates the status of devices in a list that the console read earlier', () => {
  const later = '2026-11-20T11:00:00.000+00:00';
  const [wentOff, cameBack] = [device('online', { id: '1' }), device('offline', { id: '2' })];
  const off = device('offline', { id: '1', updated_at: later });
  const statuses = (isComplete: boolean) =>
    withCurrentStatus([wentOff, cameBack], [off], isComplete).map(({ status }) => status);
  expect(statuses(true)).toEqual(['offline', 'online']);
  expect(statuses(false)).toEqual(['offline', 'offline']);
  expect(withCurrentStatus([device('unknown')], [], true)[0]?.status).toBe('unknown');
  const newer = device('online', { id: '1', updated_at: later });
  expect(withCurrentStatus([newer], [{ ...off, updated_at: AT }], true)[0]?.status).toBe('online');
});
