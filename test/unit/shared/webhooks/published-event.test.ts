import { expect, test } from 'vitest';
import { ALERTS } from '../../../../shared/alerts/alert.ts';
import { ALERT_EVENTS, type AlertEventAction } from '../../../../shared/alerts/alert-event.ts';
import { GUARD_ITSELF } from '../../../../shared/base/actor.ts';
import { DEVICE_EVENTS, type DeviceEventAction } from '../../../../shared/devices/device-event.ts';
import { OPENINGS, type Opening } from '../../../../shared/openings/opening.ts';
import { TEST_EVENTS, type TestEventAction } from '../../../../shared/test-mode/test-event.ts';
import { EVENT_TYPES } from '../../../../shared/webhooks/event-types.ts';
import { publishedEvent } from '../../../../shared/webhooks/published-event.ts';
import { makeAlert } from '../../../support/make-alert.ts';
import { makeSiteTest } from '../../../support/make-site-test.ts';

const AT = '2026-11-22T12:00:00.000+00:00';
const alert = makeAlert();
const { id: alert_id, tenant_id, site_id } = alert;
const id = '019a0000-0000-7000-8000-000000000009';

const alertEntry = (action: AlertEventAction) =>
  ALERT_EVENTS.item({ id, alert_id, tenant_id, action, actor: GUARD_ITSELF, note: 'x', at: AT });

const deviceEntry = (action: DeviceEventAction) =>
  DEVICE_EVENTS.item({
    kind: 'device',
    id,
    device_id: id,
    tenant_id,
    site_id,
    zone_id: null,
    device_name: 'Door',
    device_type: 'door-contact',
    action,
    actor: GUARD_ITSELF,
    last_seen_at: null,
    at: AT,
  });

const testEntry = (action: TestEventAction) =>
  TEST_EVENTS.item({
    id,
    test_id: id,
    tenant_id,
    site_id,
    action,
    actor: GUARD_ITSELF,
    at: AT,
    test: makeSiteTest({ tenant_id, site_id }),
  });

const openingEntry = (action: Opening['action']) =>
  OPENINGS.item({
    id,
    tenant_id,
    site_id,
    action,
    state: action === 'opened' ? 'open' : 'closed',
    partition: null,
    user_number: null,
    user_name: null,
    device_id: null,
    device_name: null,
    actor: GUARD_ITSELF,
    at: AT,
    received_at: AT,
  });

function entryOf(type: (typeof EVENT_TYPES)[number]) {
  if (type.payload === 'alert') return alertEntry(type.action);
  if (type.payload === 'site') return openingEntry(type.action);
  return type.payload === 'test' ? testEntry(type.action) : deviceEntry(type.action);
}

test.each(EVENT_TYPES)('A history entry "$action" of a $payload publishes the event $name', (type) => {
  const entry = entryOf(type);
  const published = publishedEvent(entry, ALERTS.item(alert));
  expect(published).toMatchObject({ event: type.name, entryId: id, siteId: site_id, at: AT });
  expect(JSON.parse(published?.body ?? '')).toMatchObject({
    type: type.name,
    timestamp: AT,
    data: { event: { id, action: type.action }, [type.payload]: { tenant_id } },
  });
});

test('A repeated occurrence of an alert publishes no event', () => {
  expect(publishedEvent(alertEntry('reoccurred'), ALERTS.item(alert))).toBeUndefined();
});

test('Only the resolve of an alert on test is published, because receivers of `alert.raised` send people to the site', () => {
  const onTest = { ...alertEntry('raised'), on_test: true };
  expect(publishedEvent(onTest, ALERTS.item(alert))).toBeUndefined();
  expect(publishedEvent(alertEntry('resolved'), ALERTS.item(alert))?.event).toBe('alert.resolved');
});

test('Changing the end of a site’s test publishes no event', () => {
  expect(publishedEvent(testEntry('changed'), undefined)).toBeUndefined();
});

test('A history entry of an alert that does not exist publishes no event', () => {
  expect(publishedEvent(alertEntry('raised'), undefined)).toBeUndefined();
});
