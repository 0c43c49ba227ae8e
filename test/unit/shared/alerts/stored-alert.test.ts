import { expect, test } from 'vitest';
import { ALERTS, type Alert, newAlertItem } from '../../../../shared/alerts/alert.ts';
import { makeAlert } from '../../../support/make-alert.ts';

/** The fields that are always stored. */
const STORED_FIELDS = `
  id tenant_id site_id zone_id device_id type severity status message acknowledged_at acknowledged_by
  resolved_at resolved_by created_at updated_at raised_by`
  .trim()
  .split(/\s+/);

const then = '2026-01-01T00:05:00.000+00:00';
const full: Partial<Alert> = {
  version: 9,
  occurred_at: '2025-12-31T23:59:00.000+00:00',
  occurrences: 3,
  last_occurred_at: then,
  dedup_key: 'gate',
  raised_by: { kind: 'system', id: null, name: 'Guard' },
  acknowledged_by_name: 'Olga',
  resolved_by_name: 'Olga',
  site_name: 'Site',
  zone_name: 'Zone',
  device_name: 'Device',
  resolution: 'real',
  escalation_level: 2,
  metadata: { firmware: '2.4.1' },
};

test('An alert is stored without the fields that can be derived from others', () => {
  expect(Object.keys(ALERTS.item(makeAlert()).data)).toEqual(STORED_FIELDS);
});

test.each([{}, full])('An alert is unchanged after it is stored and read: %j', (fields) => {
  const alert = makeAlert(fields);
  expect(ALERTS.read(newAlertItem(alert, {}, 'site')).entity).toEqual(alert);
});

test('The metadata of an alert is stored outside its data, so that lists do not contain it', () => {
  const item = newAlertItem(makeAlert(full), {}, 'site');
  expect(item.data).not.toHaveProperty('metadata');
  expect(item).toHaveProperty('metadata', full.metadata);
  expect(ALERTS.entityOf({ data: item.data })).not.toHaveProperty('metadata');
  expect(newAlertItem(makeAlert(), {}, 'site')).not.toHaveProperty('metadata');
});

test.each([
  ['as it was raised', {}, 1],
  ['acknowledged', { acknowledged_at: then }, 2],
  ['resolved at once', { resolved_at: then }, 2],
  ['resolved', { acknowledged_at: then, resolved_at: then }, 3],
  ['noted often', { version: 7, acknowledged_at: then }, 7],
])(
  'The version of an alert is read as stored or, if it is missing, derived from other fields: %s',
  (_, fields, version) => {
    const { data } = ALERTS.item(makeAlert());
    expect(ALERTS.entityOf({ data: { ...data, ...fields } }).version).toBe(version);
  },
);
