import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { TABLE_KEYS } from '../../../shared/table/definition.ts';

const sqs = new SQSClient();

export async function handler({ Records }: DynamoDBStreamEvent) {
  const { Failed = [] } = await sqs.send(
    new SendMessageBatchCommand({
      QueueUrl: process.env['QUEUE_URL_SEND_TO_CLIENTS'],
      Entries: Records.map(({ eventName, eventID, dynamodb }, index) => ({
        Id: String(index),
        MessageBody: `${eventName} ${dynamodb?.Keys?.[TABLE_KEYS.sortKey]?.S}`,
        MessageGroupId: process.env['TRIAL_GROUP'],
        MessageDeduplicationId: eventID,
      })),
    }),
  );
  if (Failed.length > 0) throw new Error(JSON.stringify(Failed));
}
