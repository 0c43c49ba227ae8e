import type { DynamoDBStreamEvent } from 'aws-lambda';
import { sendMessages } from '../../../shared/lambda/send-messages.ts';
import { TABLE_KEYS } from '../../../shared/table/definition.ts';

export async function handler({ Records }: DynamoDBStreamEvent) {
  const messages = Records.map(({ eventName, eventID = '', dynamodb }) => ({
    body: `${eventName} ${dynamodb?.Keys?.[TABLE_KEYS.sortKey]?.S}`,
    groupId: process.env['TRIAL_GROUP'] ?? '',
    deduplicationId: eventID,
  }));
  await sendMessages(process.env['QUEUE_URL_SEND_TO_CLIENTS'] ?? '', messages);
}
