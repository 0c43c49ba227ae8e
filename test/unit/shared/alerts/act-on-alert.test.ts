import { expect, test } from 'vitest';
import { actOnAlert } from '../../../../shared/alerts/act-on-alert.ts';
import { ALERTS, type Alert } from '../../../../shared/alerts/alert.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeAlert } from '../../../support/make-alert.ts';
import { readExpressions } from '../../../support/read-expressions.ts';
import { conditionFailed } from '../../../support/refusals.ts';

const userId = '019a0000-0000-7000-8000-0000000000aa';
const at = '2026-01-01T00:01:00.000+00:00';
const entryId = '019a0000-0000-7000-8000-0000000000bb';
const by = { actor: { kind: 'user', id: userId, name: 'Olga' }, at, newId: () => entryId } as const;
const read = (fields: Partial<Alert> = {}) => ALERTS.read({ ...ALERTS.item(makeAlert(fields)), revision: 1 });

test('Resolving an alert releases its dedup key and stores the exact number of occurrences', async () => {
  const open = { alert_id: read().entity.id, severity: 'high', count: 7, last_at: at, last_by: by.actor };
  const { table, sent } = fakeTable([{ Item: open }]);
  const { alert } = await actOnAlert(table, read({ dedup_key: 'gate' }), 'resolve', by);
  expect(alert).toMatchObject({ status: 'resolved', occurrences: 7, last_occurred_at: at });
  const condition = `alert_id = "${alert.id}" AND count = 7`;
  expect(readExpressions(sent[1]?.input.TransactItems[1].Delete)).toEqual({ condition });
});

test('Resolving an alert that holds no claim on its dedup key requires that it still holds none', async () => {
  const { table, sent } = fakeTable([{}]);
  await actOnAlert(table, read({ dedup_key: 'gate' }), 'resolve', by);
  const condition = `(attribute_not_exists(pk) OR alert_id <> "${read().entity.id}")`;
  expect(readExpressions(sent[1]?.input.TransactItems[1].ConditionCheck)).toEqual({ condition });
});

test('If a concurrent request has already taken the same action on an alert, the action changes nothing and succeeds', async () => {
  const { table } = fakeTable([conditionFailed(), { Item: ALERTS.item(makeAlert({ status: 'resolved' })) }]);
  expect((await actOnAlert(table, read(), 'resolve', by)).outcome).toBe('unchanged');
});
