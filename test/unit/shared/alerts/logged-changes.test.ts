import { marshall } from '@aws-sdk/util-dynamodb';
import { expect, test } from 'vitest';
import { ALERTS } from '../../../../shared/alerts/alert.ts';
import { ALERT_EVENTS } from '../../../../shared/alerts/alert-event.ts';
import { type AlertLog, LOG } from '../../../../shared/alerts/alert-log.ts';
import { newEntriesOf, type StreamImage } from '../../../../shared/alerts/logged-changes.ts';
import { GUARD_ITSELF } from '../../../../shared/base/actor.ts';
import { DEVICE_EVENTS } from '../../../../shared/devices/device-event.ts';
import { makeAlert } from '../../../support/make-alert.ts';

type Item = Readonly<Record<string, unknown>>;

const alert = makeAlert();
const { tenant_id } = alert;
const AT = '2026-01-01T00:00:01.000+00:00';

/** Ids of the time of `AT`, in their order. */
const [FIRST, SECOND, THIRD] = [1, 2, 3].map((it) => `019b76da-abe8-7000-8000-00000000000${it}`) as [
  string,
  string,
  string,
];
const nameOf = (id: string) => id.replaceAll('-', '');

const image = (item: Item) => marshall(item) as unknown as StreamImage;
const alertItem = (log: AlertLog | undefined): Item => ({
  ...ALERTS.item(alert),
  ...(log ? { [LOG]: log } : {}),
});

/** The entries that a change of an item has: their keys, and their fields by the type of the table. */
function entriesOf(before: Item | undefined, after: Item | undefined) {
  const { pk, sk } = after ?? before ?? {};
  return newEntriesOf({
    dynamodb: {
      Keys: image({ pk, sk }),
      ...(before ? { OldImage: image(before) } : {}),
      ...(after ? { NewImage: image(after) } : {}),
    },
  });
}

const keyOf = (entryId: string) => ALERT_EVENTS.key(tenant_id, alert.id, entryId);
const RAISED = { action: 'raised' };
const NOTED = { action: 'noted', at: '2025-12-31T00:00:00.000+00:00', counts: true };

test('A new alert has the entries of its log, each with the fields that its item would have', () => {
  const log = { [nameOf(FIRST)]: { ...RAISED, on_test: true } };
  expect(entriesOf(undefined, alertItem(log))).toEqual([
    {
      key: keyOf(FIRST),
      isLogged: true,
      image: {
        on_test: { BOOL: true },
        data: { M: { action: { S: 'raised' }, alert_id: { S: alert.id }, at: { S: AT } } },
      },
    },
  ]);
});

test('A change of an alert has the entries that its log got, oldest first, and none of those before', () => {
  const before = { [nameOf(FIRST)]: RAISED };
  const after = { [nameOf(THIRD)]: RAISED, ...before, [nameOf(SECOND)]: NOTED };
  const changes = entriesOf(alertItem(before), alertItem(after));
  expect(changes.map(({ key }) => key)).toEqual([keyOf(SECOND), keyOf(THIRD)]);
  expect(changes[0]?.image).toMatchObject({
    counts: { BOOL: true },
    data: { M: { at: { S: NOTED.at } } },
  });
});

test('An alert of which only other attributes changed has no new entry', () => {
  const log = { [nameOf(FIRST)]: RAISED };
  expect(entriesOf(alertItem(log), { ...alertItem(log), ttl: 5 })).toEqual([]);
  expect(entriesOf(alertItem(undefined), { ...alertItem(undefined), ttl: 5 })).toEqual([]);
  expect(entriesOf(alertItem(log), undefined)).toEqual([]);
});

const event = {
  id: FIRST,
  alert_id: alert.id,
  tenant_id,
  action: 'noted',
  actor: GUARD_ITSELF,
  note: null,
  at: AT,
} as const;

test('An entry that is an item is new when the item is, and not when it only got an expiry time', () => {
  const item = ALERT_EVENTS.item(event);
  expect(entriesOf(undefined, item)).toEqual([{ key: keyOf(FIRST), image: image(item), isLogged: false }]);
  expect(entriesOf(item, { ...item, ttl: 5 })).toEqual([]);
  expect(entriesOf(item, undefined)).toEqual([]);
});

test('An entry of a device is one, too, and a changed device is none', () => {
  const item = DEVICE_EVENTS.item({
    kind: 'device',
    id: FIRST,
    device_id: SECOND,
    tenant_id,
    site_id: alert.site_id,
    zone_id: null,
    device_name: 'Door',
    device_type: 'door-contact',
    action: 'offline',
    actor: GUARD_ITSELF,
    last_seen_at: null,
    at: AT,
  });
  expect(entriesOf(undefined, item)).toMatchObject([
    { key: { sk: `HISTORY#${SECOND}#${FIRST}` }, isLogged: false },
  ]);
  expect(
    entriesOf(undefined, { pk: item.pk, sk: `DEVICE#${SECOND}`, [LOG]: { [nameOf(FIRST)]: RAISED } }),
  ).toEqual([]);
});
