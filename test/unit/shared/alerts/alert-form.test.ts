import { expect, test } from 'vitest';
import { ALERTS, type Alert } from '../../../../shared/alerts/alert.ts';
import {
  type AlertForm,
  CLOSED_FORM,
  isDivided,
  OPEN_FORM,
  readForm,
} from '../../../../shared/alerts/alert-form.ts';
import { makeAlert } from '../../../support/make-alert.ts';

const device_id = '019a0000-0000-7000-8000-000000000005';
const [tenant, site] = [
  'TENANT#019a0000-0000-7000-8000-000000000002',
  'SITE#019a0000-0000-7000-8000-000000000003',
];

/** The index attributes of an alert of a form after it got these fields, and how its item names its form then. */
function placed(form: AlertForm, fields: Partial<Alert>) {
  const {
    pk: _,
    sk: __,
    id: ___,
    data: ____,
    ...attributes
  } = ALERTS.itemLike(form, makeAlert({ device_id, ...fields }));
  return attributes;
}

const byStatus = (status: string) => ({
  platform_status: `1#ALERT#${status}`,
  tenant_status: `${tenant}#ALERT#${status}`,
  site_status: `${tenant}#${site}#ALERT#${status}`,
});

const CLOSED = {
  platform: '1#ALERT',
  platform_severity: '1#ALERT#high',
  platform_type_severity: '1#ALERT#panic#high',
  tenant_severity: `${tenant}#ALERT#high`,
  tenant_type_severity: `${tenant}#ALERT#panic#high`,
  site: `${tenant}#${site}#ALERT`,
  site_type: `${tenant}#${site}#ALERT#panic`,
  site_severity: `${tenant}#${site}#ALERT#high`,
  site_type_severity: `${tenant}#${site}#ALERT#panic#high`,
  device: `${tenant}#DEVICE#${device_id}#ALERT`,
};

const WHOLE = { ...CLOSED, tenant: `${tenant}#ALERT` };

test.each([
  ['active', {}, { ...WHOLE, ...byStatus('active') }],
  ['acknowledged', {}, { ...WHOLE, ...byStatus('acknowledged') }],
  ['resolved', {}, { ...WHOLE, ...byStatus('resolved') }],
  ['active', OPEN_FORM, { ...byStatus('open'), ...OPEN_FORM }],
  ['acknowledged', OPEN_FORM, { ...byStatus('open'), ...OPEN_FORM }],
  ['resolved', OPEN_FORM, { ...CLOSED, ...CLOSED_FORM }],
  ['active', CLOSED_FORM, { ...CLOSED, ...byStatus('open'), ...CLOSED_FORM }],
  ['acknowledged', CLOSED_FORM, { ...CLOSED, ...byStatus('open'), ...CLOSED_FORM }],
  ['resolved', CLOSED_FORM, { ...CLOSED, ...CLOSED_FORM }],
] as const)('An alert that becomes %s is in the lists that its form %j says', (status, form, attributes) => {
  expect(placed(form, { status })).toEqual(attributes);
});

test('An alert keeps its form: a release never moves one of the whole form to the lists of the other', () => {
  for (const form of [{}, OPEN_FORM, CLOSED_FORM]) {
    const item = ALERTS.itemLike(form, makeAlert({ status: 'acknowledged' }));
    expect(readForm(item)).toEqual(form);
    expect(isDivided(readForm(item))).toBe(form !== undefined && 'listed' in form);
  }
});
