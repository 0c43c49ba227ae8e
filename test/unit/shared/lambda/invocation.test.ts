import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import { routes } from '../../../../functions/routes.ts';
import { triggers } from '../../../../functions/triggers.ts';
import { ApiError } from '../../../../shared/base/errors.ts';
import { callEndpoint } from '../../../support/call-endpoint.ts';
import { importHandler } from '../../../support/import-handler.ts';

const functions = await Promise.all(
  [...routes, ...triggers].map(async (it) => ({ name: it.name, makeHandler: await importHandler(it) })),
);

test.each(functions)(
  'If its settings are wrong, the function $name rejects its invocation with the error about them',
  async ({ makeHandler }) => {
    const handler = makeHandler(() => {
      throw new Error('Wrong settings: TABLE_NAME');
    });
    await expect(handler({}, {})).rejects.toThrow(/^Wrong settings: TABLE_NAME$/);
  },
);

describe('an invocation', () => {
  const coldStart = { name: 'ColdStart', value: 1 };

  test('Only the first invocation of a Lambda environment is measured as a cold start', async () => {
    expect((await callEndpoint({ isColdStart: true })).metrics).toContainEqual(coldStart);
    expect((await callEndpoint()).metrics.map(({ name }) => name)).not.toContain('ColdStart');
  });

  test('An invocation of a function waits for its outstanding table calls before it logs their cost', async () => {
    const consumed = { ConsumedCapacity: { CapacityUnits: 3 } };
    const slow = new Promise((resolve) => setTimeout(resolve, 5, consumed));
    const { status, logged } = await callEndpoint({
      endpoint: (_, { table }) => {
        table.client.send(new GetCommand({ TableName: table.name, Key: {} }));
        throw new ApiError('forbidden');
      },
      answers: () => slow,
    });
    expect(status).toBe(403);
    expect(logged[0]?.fields.read_units).toBe(3);
  });
});
