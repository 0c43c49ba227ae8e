import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { connectTable } from '../../shared/table/table.ts';
import { startTable } from '../support/table.ts';

/** The speed at which an engine accepts connections varies, so the test repeats with new connections. */
const ROUNDS = 5;
const CALLS = 200;

test('Hundreds of concurrent calls over new connections to the local server all get a response', async () => {
  const table = await startTable();
  for (let round = 0; round < ROUNDS; round += 1) {
    const { client } = connectTable({ tableName: table.name, dynamodbEndpoint: table.endpoint });
    const calls = Array.from({ length: CALLS }, (_, n) =>
      client.send(new GetCommand({ TableName: table.name, Key: { pk: `a${n}`, sk: 'b' } })),
    );
    const outcomes = await Promise.allSettled(calls);
    client.destroy();
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  }
  await table.stop();
});
