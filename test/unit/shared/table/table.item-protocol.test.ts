import {
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
  QueryCommand,
  ScanCommand,
  TransactionCanceledException,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ItemProtocol } from '../../../../shared/table/table.ts';
import { serveLoopback } from '../../../support/serve-loopback.ts';

/** Two clients of a server that answers every call with this: with the item protocol, and with the SDK's. */
async function clientsOf(answer: object, status = 200) {
  const { url: endpoint } = await serveLoopback((_, response) => {
    response.writeHead(status, { 'Content-Type': 'application/x-amz-json-1.0' });
    response.end(JSON.stringify(answer));
  });
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const plain = { endpoint, credentials, region: 'eu-central-1' };
  const clients = [
    new DynamoDBClient({ ...plain, protocol: ItemProtocol }),
    new DynamoDBClient(plain),
  ] as const;
  onTestFinished(() => {
    for (const client of clients) client.destroy();
  });
  return clients;
}

const TableName = 'guard-test';
const Key = { pk: { S: 'a' }, sk: { S: 'b' } };

const PLAIN_ITEM = {
  text: { S: 'gate "B": {"B":"AQI="}' },
  nothing: { NULL: true },
  number: { N: '9007199254740993' },
  list: { L: [{ S: 'a' }, { M: { deep: { L: [] } } }] },
  map: { M: { S: { S: 'a field of that name' } } },
  texts: { SS: ['a', 'b'] },
  numbers: { NS: ['1', '2'] },
};

const BYTES = { bytes: { B: 'AQI=' }, several: { BS: ['AQI=', 'Aw=='] }, map: { M: { deep: { B: '' } } } };

const CAPACITY = { TableName, CapacityUnits: 1.5, Table: { CapacityUnits: 1.5 } };

test.each([
  ['an item without binary values', { Item: PLAIN_ITEM, ConsumedCapacity: CAPACITY }],
  ['an item with binary values', { Item: { ...PLAIN_ITEM, ...BYTES } }],
  ['a field with the name of the binary type', { Item: { B: { S: 'x' }, BS: { N: '1' } } }],
  ['nothing', {}],
])('A response to GetItem with %s is read as by the SDK', async (_, answer) => {
  const [ours, theirs] = await clientsOf(answer);
  const command = () => new GetItemCommand({ TableName, Key });
  const { $metadata, ...read } = await ours.send(command());
  expect(read).toEqual({ ...(await theirs.send(command())), $metadata: undefined });
  expect($metadata).toMatchObject({ httpStatusCode: 200, attempts: 1 });
});

/** An object that cannot be changed, as far down as it goes. */
function frozen(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

test.each([
  ['Query', new QueryCommand({ TableName })],
  ['Scan', new ScanCommand({ TableName })],
] as const)(
  'The items of a %s without binary values are read as they are, and not one by one',
  async (_, command) => {
    const [ours, theirs] = await clientsOf({ Items: [PLAIN_ITEM], Count: 1, LastEvaluatedKey: Key });
    const { parse } = JSON;
    vi.spyOn(JSON, 'parse').mockImplementation((text) => frozen(parse(text)));
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    const { $metadata: _own, ...read } = await ours.send(command as QueryCommand);
    expect(read).toEqual({ Items: [PLAIN_ITEM], Count: 1, LastEvaluatedKey: Key });
    await expect(theirs.send(command as QueryCommand)).rejects.toThrow(TypeError);
  },
);

test('The binary values of items in several places are decoded', async () => {
  const [ours] = await clientsOf({ Items: [PLAIN_ITEM, BYTES] });
  const { Items } = await ours.send(new QueryCommand({ TableName }));
  const two = Uint8Array.of(1, 2);
  expect(Items?.[1]).toEqual({
    bytes: { B: two },
    several: { BS: [two, Uint8Array.of(3)] },
    map: { M: { deep: { B: Uint8Array.of() } } },
  });
});

test('The old attributes of an update are read as by the SDK', async () => {
  const [ours, theirs] = await clientsOf({ Attributes: { ...PLAIN_ITEM, ...BYTES } });
  const command = () => new UpdateItemCommand({ TableName, Key });
  expect((await ours.send(command())).Attributes).toEqual((await theirs.send(command())).Attributes);
});

test('The times in the description of a table are dates', async () => {
  const [ours] = await clientsOf({ Table: { TableName, CreationDateTime: 1_764_000_000.5 } });
  const { Table } = await ours.send(new DescribeTableCommand({ TableName }));
  expect(Table?.CreationDateTime).toEqual(new Date(1_764_000_000_500));
});

test('A cancelled transaction is an error with its reasons and the items that refused it', async () => {
  const [ours] = await clientsOf(
    {
      __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
      Message: 'Transaction cancelled',
      CancellationReasons: [{ Code: 'ConditionalCheckFailed', Item: { ...Key, bytes: { B: 'AQI=' } } }],
    },
    400,
  );
  const error = await ours.send(new TransactWriteItemsCommand({ TransactItems: [] })).catch((it) => it);
  expect(error).toBeInstanceOf(TransactionCanceledException);
  expect(error.CancellationReasons).toEqual([
    { Code: 'ConditionalCheckFailed', Item: { ...Key, bytes: { B: Uint8Array.of(1, 2) } } },
  ]);
});
