import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, onTestFinished, test } from 'vitest';
import { useLocalAccount } from '../../../../lib/local/function-environment.ts';
import { connectTable, IDLE_STEPS, leaveOutIdleSteps } from '../../../../shared/table/table.ts';
import { serveLoopback } from '../../../support/serve-loopback.ts';

/** The SDK describes each step as "name - step" or "name: relation". */
const stepsOf = (client: DynamoDBClient) =>
  client.middlewareStack.identify().map((text) => /^\w+/.exec(text)?.[0]);

test.each(IDLE_STEPS)('The step %s of the SDK is left out', (step) => {
  const client = new DynamoDBClient({ region: 'eu-central-1' });
  onTestFinished(() => client.destroy());
  expect(stepsOf(client)).toContain(step);
  leaveOutIdleSteps(client);
  expect(stepsOf(client)).not.toContain(step);
});

test('Each call of the table has one constant user agent', async () => {
  const agents: unknown[] = [];
  const { url: dynamodbEndpoint } = await serveLoopback(({ headers }, response) => {
    agents.push(headers['user-agent'], headers['x-amz-user-agent']);
    response.end('{}');
  });
  useLocalAccount(process.env);
  const { client } = connectTable({ tableName: 'guard-test', dynamodbEndpoint });
  onTestFinished(() => client.destroy());
  await client.send(new GetCommand({ TableName: 'guard-test', Key: { pk: 'a', sk: 'b' } }));
  expect(agents).toEqual(['guard', undefined]);
});
