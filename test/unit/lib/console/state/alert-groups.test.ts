import { expect, test } from 'vitest';
import { groupAlerts, groupRows, isGroup } from '../../../../../lib/console/state/alert-groups.ts';
import { idOf, makeAlert } from '../make-alert.ts';

const OFFICE = { site_id: idOf(71), site_name: 'City Office' };
const DEPOT = { site_id: idOf(72), site_name: 'Depot' };
const at = (minute: number) => `2026-11-20T12:0${minute}:00.000+00:00`;

/** As the list orders them. */
const listed = [
  makeAlert({
    ...DEPOT,
    id: idOf(3),
    severity: 'high',
    created_at: at(3),
    device_id: idOf(9),
    device_name: 'Gate',
  }),
  makeAlert({ ...OFFICE, id: idOf(1), severity: 'low', created_at: at(1), type: 'tamper' }),
  makeAlert({ ...DEPOT, id: idOf(4), severity: 'low', created_at: at(4) }),
  makeAlert({ ...OFFICE, id: idOf(2), severity: 'critical', status: 'acknowledged', created_at: at(2) }),
];

test('A group of alerts has the worst severity that nobody has acknowledged, and says how many of them are critical', () => {
  expect(groupAlerts(listed, 'site')).toEqual([
    {
      id: `group-${DEPOT.site_id}`,
      name: 'Depot',
      place: undefined,
      alerts: [listed[0], listed[2]],
      severity: 'high',
      active: 2,
      acknowledged: 0,
      critical: 0,
      newest: at(4),
    },
    {
      id: `group-${OFFICE.site_id}`,
      name: 'City Office',
      place: undefined,
      alerts: [listed[1], listed[3]],
      severity: 'low',
      active: 1,
      acknowledged: 1,
      critical: 1,
      newest: at(2),
    },
  ]);
  expect(groupAlerts(listed.slice(3), 'site')).toMatchObject([{ severity: 'critical', active: 0 }]);
});

test('Grouped by device, alerts without a device stand together for each site', () => {
  const names = groupAlerts(listed, 'device').map(({ name, place, alerts }) => [name, place, alerts.length]);
  expect(names).toEqual([
    ['Gate', 'Depot', 1],
    ['Without a device', 'City Office', 2],
    ['Without a device', 'Depot', 1],
  ]);
});

test('Grouped by type, alerts of all sites stand together, and a type that is called like a method of objects is a type', () => {
  const odd = makeAlert({ id: idOf(5), type: 'constructor' });
  const groups = groupAlerts([...listed, odd], 'type').map(({ name, alerts }) => [name, alerts.length]);
  expect(groups).toEqual([
    ['Fire', 3],
    ['Tamper', 1],
    ['Constructor', 1],
  ]);
});

test('A group that is open is followed by its alerts, and a folded one is a single row', () => {
  const groups = groupAlerts(listed, 'site');
  const open = new Set([groups[1]?.id ?? '']);
  const rows = groupRows(groups, open).map((row) => (isGroup(row) ? row.name : row.id));
  expect(rows).toEqual(['Depot', 'City Office', idOf(1), idOf(2)]);
});
