import { expect, test } from 'vitest';
import { deviceStates, type Followed, siteStates } from '../../../../../lib/console/state/place-state.ts';
import { makeDevice } from '../../../../support/make-device.ts';
import { makeSiteTest } from '../../../../support/make-site-test.ts';
import { idOf, makeAlert } from '../make-alert.ts';

const SITE = 'site';
const NOTHING: Followed = { alerts: [], offline: [], tests: [] };
const stateOf = (followed: Partial<Followed>) => siteStates({ ...NOTHING, ...followed })(SITE);

const alert = (severity: 'critical' | 'high' | 'low', status: 'active' | 'acknowledged', id = 1) =>
  makeAlert({ id: idOf(id), site_id: SITE, severity, status });
const silent = makeDevice({
  id: 'silent',
  site_id: SITE,
  status: 'offline',
  last_seen_at: '2026-11-20T12:00:00Z',
});
const neverHeard = makeDevice({ id: 'new', site_id: SITE, status: 'offline', last_seen_at: null });
const running = makeSiteTest({ site_id: SITE });

test('The state of a site is its worst: unacknowledged, acknowledged, silent, on test, never heard, fine', () => {
  const worst: Partial<Followed>[] = [
    {
      alerts: [alert('low', 'active'), alert('critical', 'acknowledged', 2)],
      offline: [silent],
      tests: [running],
    },
    { alerts: [alert('critical', 'acknowledged')], offline: [silent], tests: [running] },
    { offline: [silent, neverHeard], tests: [running] },
    { offline: [neverHeard], tests: [running] },
    { offline: [neverHeard] },
    {},
  ];
  expect(worst.map((it) => stateOf(it).worst)).toEqual([
    'active',
    'acknowledged',
    'silent',
    'on_test',
    'never_heard',
    'fine',
  ]);
});

test('A drill is no trouble of its site', () => {
  const drill = makeAlert({ site_id: SITE, severity: 'critical', drill: true });
  expect(stateOf({ alerts: [drill] })).toMatchObject({ worst: 'fine', active: 0 });
});

test('The state of a site has the highest severity of its unacknowledged alerts, and counts the others', () => {
  const alerts = [alert('low', 'active'), alert('high', 'active', 2), alert('critical', 'acknowledged', 3)];
  expect(stateOf({ alerts, offline: [silent, neverHeard], tests: [running] })).toEqual({
    worst: 'active',
    severity: 'high',
    worseAcknowledged: 'critical',
    active: 2,
    acknowledged: 1,
    silent: 1,
    neverHeard: 1,
    test: running,
  });
  expect(stateOf({ alerts: [alert('critical', 'acknowledged')] }).severity).toBe('critical');
  const both = [alert('high', 'active', 1), alert('low', 'acknowledged', 2)];
  expect(stateOf({ alerts: both }).worseAcknowledged).toBeUndefined();
});

test('What happens at another site does not change the state of a site', () => {
  const elsewhere = [makeAlert({ site_id: 'other' })];
  expect(
    stateOf({ alerts: elsewhere, offline: [makeDevice({ status: 'offline', site_id: 'other' })] }).worst,
  ).toBe('fine');
});

test('A device that is not watched has no state, unless an alert is open or it is on test', () => {
  const device = makeDevice({ id: 'door', site_id: SITE, zone_id: 'hall', status: 'unknown' });
  const of = (followed: Partial<Followed>) => deviceStates({ ...NOTHING, ...followed })(device)?.worst;
  expect(of({})).toBeUndefined();
  expect(of({ alerts: [makeAlert({ device_id: 'door' })] })).toBe('active');
  expect(of({ alerts: [makeAlert({ device_id: 'window' })] })).toBeUndefined();
  const on = (fields: object) => of({ tests: [makeSiteTest({ site_id: SITE, ...fields })] });
  expect(on({})).toBe('on_test');
  expect(on({ zone_id: 'hall' })).toBe('on_test');
  expect(on({ zone_id: 'yard' })).toBeUndefined();
  expect(on({ device_ids: ['window'] })).toBeUndefined();
  expect(on({ zone_id: 'hall', device_ids: ['door'] })).toBe('on_test');
  expect(on({ site_id: 'other' })).toBeUndefined();
});

test('A watched device is fine while it is heard, silent when it is not, and never heard before its first sign of life', () => {
  const of = (fields: object) => deviceStates(NOTHING)(makeDevice(fields))?.worst;
  expect(of({ status: 'online' })).toBe('fine');
  expect(of({ status: 'offline', last_seen_at: '2026-11-20T12:00:00Z' })).toBe('silent');
  expect(of({ status: 'offline', last_seen_at: null })).toBe('never_heard');
});

test('The alert about the silence of a device does not hide that it is silent, and counts once it is heard again', () => {
  const raised_by = { kind: 'system', id: null, name: 'Guard' } as const;
  const silence = makeAlert({ device_id: 'door', type: 'device-offline', raised_by });
  const of = (status: 'offline' | 'online', alerts = [silence]) =>
    deviceStates({ ...NOTHING, alerts })(
      makeDevice({ id: 'door', status, last_seen_at: '2026-11-20T12:00:00Z' }),
    )?.worst;
  expect([of('offline'), of('online')]).toEqual(['silent', 'active']);
  expect(of('offline', [silence, makeAlert({ id: idOf(2), device_id: 'door' })])).toBe('active');
});
