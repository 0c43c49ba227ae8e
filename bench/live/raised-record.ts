import type { DynamoDBRecord } from 'aws-lambda';
import { ALERTS } from '../../shared/alerts/alert.ts';
import { LOG } from '../../shared/alerts/alert-log.ts';
import { lowestIdAt } from '../../shared/base/ids.ts';

/** The change of an alert that was raised, as the stream has it. */
export function raisedRecord(tenantId: string, alertId: string, at: Date): DynamoDBRecord {
  const { pk, sk } = ALERTS.key(tenantId, alertId);
  const entry = lowestIdAt(at).replaceAll('-', '');
  return {
    eventName: 'INSERT',
    dynamodb: {
      Keys: { pk: { S: pk }, sk: { S: sk } },
      NewImage: { [LOG]: { M: { [entry]: { M: { action: { S: 'raised' } } } } } },
    },
  };
}
