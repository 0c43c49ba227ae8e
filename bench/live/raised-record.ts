import type { DynamoDBRecord } from 'aws-lambda';
import { formatTimestamp } from '../../shared/base/time.ts';

/** The change of an alert that was raised, as the stream has it. */
export function raisedRecord(tenantId: string, alertId: string, at: Date): DynamoDBRecord {
  const data = {
    alert_id: { S: alertId },
    action: { S: 'raised' },
    at: { S: formatTimestamp(at) },
  };
  return {
    eventName: 'INSERT',
    dynamodb: {
      Keys: { pk: { S: `TENANT#${tenantId}` }, sk: { S: `HISTORY#${alertId}#1` } },
      NewImage: { data: { M: data } },
    },
  };
}
