import { expect, test } from 'vitest';
import { ALERTS, type Alert, type StoredAlert } from '../../../../shared/alerts/alert.ts';
import { ALERT_EVENTS, type AlertEvent } from '../../../../shared/alerts/alert-event.ts';
import { type AlertForm, CLOSED_FORM, OPEN_FORM } from '../../../../shared/alerts/alert-form.ts';
import { LOG, OWN_ENTRY } from '../../../../shared/alerts/alert-log.ts';
import { beginHistory, changeStored } from '../../../../shared/alerts/change-stored.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeAlert } from '../../../support/make-alert.ts';
import { readExpressions } from '../../../support/read-expressions.ts';

const { table } = fakeTable([]);
const AT = '2026-01-01T00:00:01.000+00:00';
const ENTRY_ID = '019b76da-abe8-7000-8000-000000000001';
const OTHER_ID = '019b76da-abe8-7000-8000-000000000002';
const LOGGED = `${LOG}.${ENTRY_ID.replaceAll('-', '')}`;
const alert = makeAlert();
const resolved = makeAlert({ status: 'resolved', resolved_at: AT, updated_at: AT });

const event = (fields: Partial<AlertEvent> = {}): AlertEvent => ({
  id: ENTRY_ID,
  alert_id: alert.id,
  tenant_id: alert.tenant_id,
  action: 'noted',
  actor: alert.raised_by,
  note: null,
  at: AT,
  ...fields,
});

const LARGE = event({ note: 'x'.repeat(300) });

const storedAs = (form: AlertForm, attributes: object = {}, entity: Alert = alert): StoredAlert =>
  ALERTS.read({ ...ALERTS.itemLike(form, entity), revision: 1, ...attributes });

type Change = Parameters<typeof changeStored>[2];

/** The update of the alert's item, and the items that the transaction writes besides. */
function written(stored: StoredAlert, change: Change) {
  const [alertWrite, ...others] = changeStored(table, stored, change, 'w1');
  const { update = '' } = readExpressions(alertWrite.write.Update);
  return { update, own: others.map(({ write }) => write.Put?.Item) };
}

const change = (fields: Partial<Change> = {}): Change => ({
  alert: { ...alert, updated_at: AT },
  entries: [{ event: event() }],
  ...fields,
});

test('A change of an alert of the whole form writes its history entry as an item, with its mark', () => {
  const { update, own } = written(storedAs({}), change({ entries: [{ event: event(), mark: 'counts' }] }));
  expect(own).toEqual([{ ...ALERT_EVENTS.item(event()), counts: true }]);
  expect(update).not.toContain(LOG);
});

test('A change of an alert of the divided form is one write, which adds the entry to the log that it read', () => {
  const former = { [OTHER_ID.replaceAll('-', '')]: { action: 'raised' } };
  const { update, own } = written(storedAs(OPEN_FORM, { [LOG]: former }), change());
  expect(own).toEqual([]);
  expect(update).toContain(`${LOGGED} = {"action":"noted"}`);
  expect(update).not.toContain('raised');
});

test('An alert of the divided form without a log gets one with its first entry', () => {
  expect(written(storedAs(OPEN_FORM), change()).update).toContain(
    `${LOG} = {"${ENTRY_ID.replaceAll('-', '')}":{"action":"noted"}}`,
  );
});

test('An entry that the log has no room for is an item, and the alert says which one is the newest', () => {
  const { update, own } = written(
    storedAs(OPEN_FORM, { [LOG]: {} }),
    change({ entries: [{ event: LARGE }] }),
  );
  expect(own).toEqual([ALERT_EVENTS.item(LARGE)]);
  expect(update).toContain(`${OWN_ENTRY} = "${ENTRY_ID}"`);
});

test('An alert keeps the id of its newest own entry while entries go into its log', () => {
  const { update } = written(storedAs(OPEN_FORM, { [LOG]: {}, [OWN_ENTRY]: OTHER_ID }), change());
  expect(update).not.toContain(OWN_ENTRY);
});

test('A change requires the version of the alert that was read, and what the change itself requires', () => {
  const [write] = changeStored(table, storedAs(OPEN_FORM), change(), 'w1');
  expect(readExpressions(write.write.Update)['condition']).toContain('revision = 1');
  expect(write.refused).toBe('stale');
});

test('The first resolve moves an alert of the divided form from the lists of open alerts to all others', () => {
  const { update } = written(storedAs(OPEN_FORM), change({ alert: resolved }));
  const [set, removed] = update.split(' REMOVE ');
  expect(removed?.split(', ').sort()).toEqual(['platform_status', 'site_status', 'tenant_status']);
  expect(set).toContain('listed = "closed"');
  expect(set).toContain('tenant_severity = ');
  expect(set).not.toContain('_status = ');
});

const steps = {
  timer: 't',
  due: '2026-01-01T00:05:00.000Z',
  escalation_steps: ['2026-01-01T00:05:00.000+00:00'],
};

test('A change leaves the timer of an open alert, and takes the one that it is given', () => {
  const stored = storedAs(OPEN_FORM, steps);
  expect(written(stored, change()).update).not.toMatch(/timer|escalation_steps/);
  expect(written(stored, change({ timer: {} })).update).toMatch(/REMOVE.*timer/);
});

test.each([
  ['of the whole form', {}, {}],
  ['of the divided form', OPEN_FORM, {}],
  ['with an entry that is an item', OPEN_FORM, { [OWN_ENTRY]: OTHER_ID }],
] as const)(
  'The resolve of an alert %s ends its escalation and begins its retention',
  (_, form, attributes) => {
    const { update } = written(
      storedAs(form, { ...steps, ...attributes }),
      change({ alert: resolved, removal: undefined }),
    );
    expect(update).toMatch(/due = "2026-01-02T01:00:01/);
    expect(update).toMatch(/REMOVE.*escalation_steps/);
    expect(update).not.toContain('ttl');
  },
);

test('An alert of the divided form expires at the given time, without a timer, if its item has its whole history', () => {
  const { update } = written(storedAs(OPEN_FORM, steps), change({ alert: resolved, removal: 1_800_000_000 }));
  expect(update).toContain('ttl = 1800000000');
  expect(update).toMatch(/REMOVE.*due/);
});

test.each([
  ['an older entry is an item', OPEN_FORM, { [OWN_ENTRY]: OTHER_ID }, {}],
  ['the entry of the change is an item', OPEN_FORM, {}, { entries: [{ event: LARGE }] }],
  ['it has pictures', OPEN_FORM, {}, { alert: { ...resolved, picture_count: 1 } }],
  ['it has the whole form', {}, {}, {}],
] as const)(
  'An alert waits for the run that sets the expiry time of its other items, too, if %s',
  (_, form, attributes, fields) => {
    const { update } = written(
      storedAs(form, attributes),
      change({ alert: resolved, removal: 1_800_000_000, ...fields }),
    );
    expect(update).not.toContain('ttl');
    expect(update).toMatch(/due = "2026-01-02T01:00:01/);
  },
);

test('A change of a resolved alert does not set its expiry time again', () => {
  const stored = storedAs(CLOSED_FORM, { ttl: 1_800_000_000 }, resolved);
  expect(written(stored, change({ alert: resolved })).update).not.toMatch(/ttl|timer|due/);
});

test('The first entries of a new alert are in its item, or in the transaction for the whole form', () => {
  const entries = [{ event: event(), mark: 'on_test' }, { event: { ...LARGE, id: OTHER_ID } }] as const;
  const divided = beginHistory(table, alert, OPEN_FORM, entries);
  expect(divided.attributes).toEqual({
    [LOG]: { [ENTRY_ID.replaceAll('-', '')]: { action: 'noted', on_test: true } },
    [OWN_ENTRY]: OTHER_ID,
  });
  expect(divided.writes.map(({ write }) => write.Put?.Item?.['id'])).toEqual([OTHER_ID]);
  const whole = beginHistory(table, alert, {}, entries);
  expect(whole.attributes).toEqual({});
  expect(whole.writes.map(({ write }) => write.Put?.Item?.['id'])).toEqual([ENTRY_ID, OTHER_ID]);
});
