import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ApiError } from '../errors.ts';
import { type EntityItem, entityItem } from '../table/entity-item.ts';
import { getEntity } from '../table/get-entity.ts';
import { entityKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { setAttributes } from '../table/update.ts';
import { type Alert, type AlertStatus, alertSchema } from './alert.ts';
import { type AlertAction, transition } from './transition.ts';

export function alertItem(alert: Alert): EntityItem<Alert> {
  return entityItem('ALERT', entityKey('ALERT', alert.tenant_id, alert.id), alert, alert);
}

export function getAlert(table: Table, key: { tenantId: string; id: string }): Promise<Alert | undefined> {
  return getEntity(table, 'ALERT', alertSchema, key);
}

/**
 * Acknowledges or resolves an alert that was just read. Of racing actions exactly one records its actor: the
 * write holds only while the status is still the one that was read; a loser reads again and answers by what it
 * finds. A status only moves forward, twice at most, so three attempts decide every race.
 */
export async function actOnAlert(
  table: Table,
  alert: Alert,
  action: AlertAction,
  by: { userId: string; at: string },
): Promise<Alert> {
  let current: Alert | undefined = alert;
  for (let attempt = 0; attempt < 3 && current; attempt++) {
    const result = transition(current, action, by);
    if (result.outcome === 'refused') throw new ApiError('alert_already_resolved');
    if (result.outcome === 'unchanged') return result.alert;
    if (await replaceAlert(table, result.alert, current.status)) return result.alert;
    current = await getAlert(table, { tenantId: alert.tenant_id, id: alert.id });
  }
  if (current) throw new Error('An alert changed more often than its states allow');
  throw new ApiError('not_found');
}

/** Writes the alert if its status is still `from`; whether it was. */
async function replaceAlert(table: Table, alert: Alert, from: AlertStatus): Promise<boolean> {
  const update = setAttributes(alertItem(alert));
  try {
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        ...update,
        ConditionExpression: '#data.#status = :from',
        ExpressionAttributeNames: { ...update.ExpressionAttributeNames, '#status': 'status' },
        ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ':from': from },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
