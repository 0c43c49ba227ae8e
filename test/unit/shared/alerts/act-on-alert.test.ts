import { expect, test } from 'vitest';
import { actOnAlert } from '../../../../shared/alerts/act-on-alert.ts';
import { ALERTS, type Alert } from '../../../../shared/alerts/alert.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeAlert } from '../../../support/make-alert.ts';
import { readExpressions } from '../../../support/read-expressions.ts';
import { cancelledAt } from '../../../support/refusals.ts';

const userId = '019a0000-0000-7000-8000-0000000000aa';
const at = '2026-01-01T00:01:00.000+00:00';
const entryId = '019a0000-0000-7000-8000-0000000000bb';
const by = { actor: { kind: 'user', id: userId, name: 'Olga' }, at, newId: () => entryId } as const;
const read = (fields: Partial<Alert> = {}) => ALERTS.read({ ...ALERTS.item(makeAlert(fields)), revision: 1 });
const overtaken = () => cancelledAt(0);

test('An action on an alert records its actor and updates the status indexes', async () => {
  const { table, sent } = fakeTable([]);
  const { outcome, alert } = await actOnAlert(table, read(), 'acknowledge', { ...by, note: 'On my way' });
  expect([outcome, alert.status, alert.acknowledged_by]).toEqual(['changed', 'acknowledged', userId]);
  const [change, entry] = sent[0]?.input.TransactItems ?? [];
  const { update, condition } = readExpressions(change.Update);
  expect(update).toContain('data.status = "acknowledged"');
  expect(update).toContain(`data.acknowledged_by = "${userId}"`);
  expect(update).toContain('data.ack_by = "Olga"');
  expect(update).toMatch(/tenant_status = "[^"]*#acknowledged"/);
  expect(condition).toMatch(/^revision = 1 /);
  expect(entry.Put.Item.data).toEqual({
    id: entryId,
    alert_id: alert.id,
    tenant_id: alert.tenant_id,
    action: 'acknowledged',
    actor: by.actor,
    note: 'On my way',
    at,
  });
});

test('Resolving an alert releases its dedup key and stores the exact number of occurrences', async () => {
  const open = { alert_id: read().entity.id, severity: 'high', count: 7, last_at: at, last_by: by.actor };
  const { table, sent } = fakeTable([{ Item: open }]);
  const { alert } = await actOnAlert(table, read({ dedup_key: 'gate' }), 'resolve', by);
  expect(alert).toMatchObject({ status: 'resolved', occurrences: 7, last_occurred_at: at });
  const condition = `alert_id = "${alert.id}" AND count = 7`;
  expect(readExpressions(sent[1]?.input.TransactItems[2].Delete)).toEqual({ condition });
});

test('Resolving an alert that holds no claim on its dedup key requires that it still holds none', async () => {
  const { table, sent } = fakeTable([{}]);
  await actOnAlert(table, read({ dedup_key: 'gate' }), 'resolve', by);
  const condition = `(attribute_not_exists(pk) OR alert_id <> "${read().entity.id}")`;
  expect(readExpressions(sent[1]?.input.TransactItems[2].ConditionCheck)).toEqual({ condition });
});

test('Repeating an action on an alert writes nothing', async () => {
  const { table, sent } = fakeTable([]);
  const acknowledged = read({ status: 'acknowledged', acknowledged_by: userId });
  expect((await actOnAlert(table, acknowledged, 'acknowledge', by)).outcome).toBe('unchanged');
  expect(sent).toEqual([]);
});

test('Acknowledging a resolved alert is refused', async () => {
  const action = actOnAlert(fakeTable([]).table, read({ status: 'resolved' }), 'acknowledge', by);
  await expect(action).rejects.toMatchObject({ code: 'alert_already_resolved' });
});

test('If a concurrent request has already taken the same action on an alert, the action changes nothing and succeeds', async () => {
  const { table } = fakeTable([overtaken(), { Item: ALERTS.item(makeAlert({ status: 'resolved' })) }]);
  expect((await actOnAlert(table, read(), 'resolve', by)).outcome).toBe('unchanged');
});
