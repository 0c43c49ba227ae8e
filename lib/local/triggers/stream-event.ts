import type { _Record as ChangeRecord } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';

/** The event of Lambda (AWS, "Using AWS Lambda with Amazon DynamoDB"). */
export function streamEvent(records: readonly ChangeRecord[], streamArn: string): DynamoDBStreamEvent {
  return { Records: records.map((record) => ({ ...lambdaRecord(record), eventSourceARN: streamArn })) };
}

function lambdaRecord({ dynamodb = {}, userIdentity: _, ...record }: ChangeRecord): DynamoDBRecord {
  const { ApproximateCreationDateTime: createdAt, ...change } = dynamodb;
  const time = createdAt && { ApproximateCreationDateTime: Math.floor(createdAt.getTime() / 1_000) };
  // Both formats of images differ in binary attributes only, and the table has none.
  return { ...record, dynamodb: { ...time, ...change } } as DynamoDBRecord;
}
