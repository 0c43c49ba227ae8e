import { expect, test } from 'vitest';
import { ALERTS, type Alert, newAlertItem } from '../../../../shared/alerts/alert.ts';
import { OPEN_FORM } from '../../../../shared/alerts/alert-form.ts';
import { makeAlert } from '../../../support/make-alert.ts';

/** An id has the time at which its alert was raised. */
const raised = (fields: Partial<Alert> = {}) =>
  makeAlert({ id: '019b76da-a800-7000-8000-000000000001', ...fields });

/** The fields that each form always stores. */
const STORED_FIELDS = {
  whole: `
    id tenant_id site_id zone_id device_id type severity status message acknowledged_at acknowledged_by
    resolved_at resolved_by created_at updated_at raised_by`,
  divided: 'site_id type severity status message updated_at raised_by',
};

const FORMS = [
  ['whole', {}],
  ['divided', OPEN_FORM],
] as const;

const then = '2026-01-01T00:05:00.000+00:00';
const full: Partial<Alert> = {
  version: 9,
  zone_id: '019a0000-0000-7000-8000-000000000005',
  device_id: '019a0000-0000-7000-8000-000000000006',
  acknowledged_at: then,
  acknowledged_by: '019a0000-0000-7000-8000-000000000007',
  resolved_at: then,
  resolved_by: '019a0000-0000-7000-8000-000000000007',
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

test.each(FORMS)(
  'An alert of the %s form is stored without the fields that its others, or its keys, say',
  (name, form) => {
    const stored = STORED_FIELDS[name].trim().split(/\s+/);
    expect(Object.keys(ALERTS.itemLike(form, raised()).data)).toEqual(stored);
  },
);

test.each(
  FORMS.flatMap(([name, form]) =>
    [{}, full, { created_at: then }, { ...full, status: 'resolved' } as const].map(
      (fields) => [name, fields, form] as const,
    ),
  ),
)('An alert of the %s form is unchanged after it is stored and read: %j', (_, fields, form) => {
  const { metadata: _metadata, ...alert } = raised(fields);
  expect(ALERTS.entityOf(ALERTS.itemLike(form, alert))).toEqual(alert);
});

test('The metadata of an alert is stored outside its data, so that lists do not contain it', () => {
  const item = newAlertItem(raised(full), {}, 'site');
  expect(item.data).not.toHaveProperty('metadata');
  expect(item).toHaveProperty('metadata', full.metadata);
  expect(ALERTS.entityOf(item)).not.toHaveProperty('metadata');
  expect(ALERTS.read(item).entity).toEqual(raised(full));
  expect(newAlertItem(raised(), {}, 'site')).not.toHaveProperty('metadata');
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
    for (const [, form] of FORMS) {
      const item = ALERTS.itemLike(form, raised());
      expect(ALERTS.entityOf({ ...item, data: { ...item.data, ...fields } }).version).toBe(version);
    }
  },
);
