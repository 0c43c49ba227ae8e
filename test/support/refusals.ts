import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';

/** The answer of DynamoDB to a write with a failed condition. */
export const conditionFailed = () =>
  new ConditionalCheckFailedException({ $metadata: {}, message: 'condition' });

/** The answer of DynamoDB to a cancelled transaction, with the code of each of its items. */
export const cancelled = (...codes: readonly (string | undefined)[]) =>
  new TransactionCanceledException({
    $metadata: {},
    message: 'cancelled',
    CancellationReasons: codes.map((Code) => (Code === undefined ? {} : { Code })),
  });

/** The answer of DynamoDB to a transaction with a failed condition at this place. */
export const cancelledAt = (place: number) =>
  cancelled(...Array(place).fill('None'), 'ConditionalCheckFailed');
