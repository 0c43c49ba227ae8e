import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from 'vitest';
import { actOnAlert } from '../../../../shared/alerts/act-on-alert.ts';
import { ALERTS, type Alert } from '../../../../shared/alerts/alert.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeAlert } from '../../../support/make-alert.ts';

const by = { userId: '019a0000-0000-7000-8000-0000000000aa', at: '2026-01-01T00:01:00.000+00:00' };
const read = (fields: Partial<Alert> = {}) => ALERTS.read({ ...ALERTS.item(makeAlert(fields)), revision: 1 });
const overtaken = () => new ConditionalCheckFailedException({ $metadata: {}, message: 'condition' });

describe('acting on an alert', () => {
  test('records who did it, and moves it to where its new status is listed', async () => {
    const { table, sent } = fakeTable([]);
    const { outcome, alert } = await actOnAlert(table, read(), 'acknowledge', by);
    expect([outcome, alert.status, alert.acknowledged_by]).toEqual(['changed', 'acknowledged', by.userId]);
    expect(sent[0]?.input.ExpressionAttributeValues).toMatchObject({
      ':data_status': 'acknowledged',
      ':data_acknowledged_by': by.userId,
      ':tenant_status': expect.stringMatching(/#acknowledged$/),
      ':read_revision': 1,
    });
  });

  test('again changes nothing, and writes nothing', async () => {
    const { table, sent } = fakeTable([]);
    const acknowledged = read({ status: 'acknowledged', acknowledged_by: by.userId });
    expect((await actOnAlert(table, acknowledged, 'acknowledge', by)).outcome).toBe('unchanged');
    expect(sent).toEqual([]);
  });

  test('is refused where it is over', async () => {
    const action = actOnAlert(fakeTable([]).table, read({ status: 'resolved' }), 'acknowledge', by);
    await expect(action).rejects.toMatchObject({ code: 'alert_already_resolved' });
  });

  test('is answered by what another left, who was faster', async () => {
    const { table } = fakeTable([overtaken(), { Item: ALERTS.item(makeAlert({ status: 'resolved' })) }]);
    expect((await actOnAlert(table, read(), 'resolve', by)).outcome).toBe('unchanged');
  });
});
