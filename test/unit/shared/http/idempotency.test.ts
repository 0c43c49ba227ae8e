import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ApiError } from '../../../../shared/base/errors.ts';
import { withMeta } from '../../../../shared/base/schema.ts';
import { callEndpoint, NOW, TENANT_ID, USER_ID } from '../../../support/call-endpoint.ts';
import type { SentCommand, TableAnswers } from '../../../support/fake-table.ts';
import { readExpressions } from '../../../support/read-expressions.ts';

const thing = withMeta(z.object({ id: z.string() }), { id: 'Thing' });
const THING = { id: 'thing-1' };
const LOCATION = { Location: 'https://guard.test/things/thing-1' };

// biome-ignore lint/suspicious/noExplicitAny: an item as it is written
type Item = any;

interface Creation {
  readonly headers?: Record<string, string>;
  readonly multiValueHeaders?: Record<string, string[]>;
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
  readonly answers?: TableAnswers;
  /** Is called once the handler has made the writes that remember its answer. */
  readonly afterwards?: (item: Item) => void;
}

/** Calls a route that creates a thing and takes a key; with what its handler was to write for that. */
async function create({
  headers = { 'idempotency-KEY': 'key' },
  multiValueHeaders = {},
  body = '{"name":"x","size":{"a":1,"b":[2,1]}}',
  isBase64Encoded = false,
  answers = [],
  afterwards = () => undefined,
}: Creation = {}) {
  // biome-ignore lint/suspicious/noExplicitAny: a write as it is
  const writes: any[] = [];
  let runs = 0;
  const reply = await callEndpoint({
    route: {
      method: 'POST',
      access: 'signed_in',
      rateClass: 'none',
      takesIdempotencyKey: true,
      request: { body: z.looseObject({}) },
      response: { status: 201, description: 'Made.', body: thing },
    },
    role: 'viewer',
    event: {
      headers: { ...headers, 'Content-Type': 'application/json' },
      multiValueHeaders,
      body,
      isBase64Encoded,
    },
    answers,
    endpoint: ({ remember }) => {
      runs += 1;
      const answer = { body: THING };
      writes.push(...remember(answer));
      afterwards(writes[0]?.write.Put.Item);
      return answer;
    },
  });
  return { ...reply, writes, runs };
}

/** The item that is remembered for the request that `create` sends. */
async function remembered(changes: object = {}): Promise<Item> {
  const { writes } = await create();
  return { ...writes[0].write.Put.Item, ...changes };
}

test('The response to a request with an idempotency key is stored for 24 hours under its caller and a hash of the key', async () => {
  const { status, writes, sent } = await create();
  expect(status).toBe(201);
  expect(sent.map(({ name, input }) => [name, input.ConsistentRead])).toEqual([['GetCommand', true]]);
  const [{ write, refused }] = writes;
  expect(write.Put.Item).toEqual({
    pk: `TENANT#${TENANT_ID}`,
    sk: expect.stringMatching(new RegExp(`^IDEMPOTENCY#${USER_ID}#[A-Za-z0-9_-]{43}$`)),
    request: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    attempt: 'write-1',
    body: '{"id":"thing-1"}',
    headers: LOCATION,
    expires_at: '2026-11-21T12:00:30.000+00:00',
    ttl: NOW.getTime() / 1000 + 86_400,
  });
  expect(readExpressions(write.Put)).toEqual({
    condition: '(attribute_not_exists(pk) OR expires_at <= "2026-11-20T12:00:30.000+00:00")',
  });
  expect(refused).toBe('service_unavailable');
});

test('A repeated request with an idempotency key gets the stored response without calling the endpoint, and a header that says so', async () => {
  const item = await remembered({ attempt: 'another' });
  const { status, body, headers, runs } = await create({ answers: [{ Item: item }] });
  expect([status, body, runs]).toEqual([201, THING, 0]);
  expect(headers).toMatchObject({ ...LOCATION, 'Idempotency-Replayed': 'true' });
});

test('A different request with an idempotency key that was already used is rejected', async () => {
  const item = await remembered({ request: 'another' });
  const { status, body, runs } = await create({ answers: [{ Item: item }] });
  expect([status, body.code, runs]).toEqual([422, 'idempotency_key_reused', 0]);
});

test.each([
  ['is valid until the instant at which it expires', '2026-11-20T12:00:30.001+00:00', 0],
  ['is ignored from that instant, even if it is still in the table', '2026-11-20T12:00:30.000+00:00', 1],
])('A response that is stored for an idempotency key %s', async (_, expires_at, expected) => {
  const item = await remembered({ expires_at, attempt: 'another' });
  const { status, runs } = await create({ answers: [{ Item: item }] });
  expect([status, runs]).toEqual([201, expected]);
});

/** Nothing is remembered when it comes, and this when it is refused. */
const meanwhile = (answer: unknown) => {
  let reads = 0;
  return ({ name }: SentCommand) => {
    if (name === 'GetCommand') reads += 1;
    return reads === 2 ? answer : {};
  };
};
const refuse = (error: unknown) => () => {
  throw error;
};

test.each(['service_unavailable', 'serial_taken', 'not_found'] as const)(
  'A request that fails with %s gets the response of a concurrent request that used the same idempotency key first',
  async (code) => {
    const item = await remembered({ attempt: 'another' });
    const { status, body, headers } = await create({
      answers: meanwhile({ Item: item }),
      afterwards: refuse(new ApiError(code)),
    });
    expect([status, body, headers['Idempotency-Replayed']]).toEqual([201, THING, 'true']);
  },
);

test('A failed request with an idempotency key keeps its error if no concurrent request used the key', async () => {
  const { status, body } = await create({ afterwards: refuse(new ApiError('serial_taken')) });
  expect([status, body.code]).toEqual([409, 'serial_taken']);
});

test('A request is rejected if a different concurrent request used its idempotency key first', async () => {
  const item = await remembered({ request: 'another' });
  const { status, body } = await create({
    answers: meanwhile({ Item: item }),
    afterwards: refuse(new ApiError('service_unavailable')),
  });
  expect([status, body.code]).toEqual([422, 'idempotency_key_reused']);
});

test('A failed request with an idempotency key keeps its error if the response of a concurrent request cannot be read', async () => {
  const { status, body } = await create({
    answers: meanwhile(new Error('no table')),
    afterwards: refuse(new ApiError('service_unavailable')),
  });
  expect([status, body.code]).toEqual([503, 'service_unavailable']);
});

test('If the table’s reply to a write is lost, a request with an idempotency key gets its own response, not marked as replayed', async () => {
  let item: Item;
  const { status, body, headers } = await create({
    answers: ({ name }) => (name === 'GetCommand' && item ? { Item: item } : {}),
    afterwards: (own) => {
      item = own;
      throw Object.assign(new Error('lost'), { name: 'TimeoutError' });
    },
  });
  expect([status, body]).toEqual([201, THING]);
  expect(headers).toMatchObject(LOCATION);
  expect(headers).not.toHaveProperty('Idempotency-Replayed');
});

const requestOf = async (creation: Creation) => (await create(creation)).writes[0].write.Put.Item.request;

test.each([
  [
    'another order of fields, and other spaces',
    { body: ' {"size": {"b":[2,1], "a":1.0},\n"name":"\\u0078"}' },
  ],
  [
    'its body in base64',
    {
      body: Buffer.from('{"name":"x","size":{"a":1,"b":[2,1]}}').toString('base64'),
      isBase64Encoded: true,
    },
  ],
])('Two requests with one idempotency key count as the same if the second has %s', async (_, creation) => {
  expect(await requestOf(creation)).toBe(await requestOf({}));
});

test.each([
  ['another value', '{"name":"y","size":{"a":1,"b":[2,1]}}'],
  ['one more field', '{"name":"x","size":{"a":1,"b":[2,1]},"note":null}'],
  ['another order in a list', '{"name":"x","size":{"a":1,"b":[1,2]}}'],
  ['another type', '{"name":"x","size":{"a":"1","b":[2,1]}}'],
  ['no body', ''],
])('Two requests with one idempotency key count as different if the second has %s', async (_, body) => {
  expect(await requestOf({ body })).not.toBe(await requestOf({}));
});

test.each<[string, Creation]>([
  ['empty', { headers: { 'Idempotency-Key': '' } }],
  ['too long', { headers: { 'Idempotency-Key': 'x'.repeat(65) } }],
  ['not ASCII', { headers: { 'Idempotency-Key': 'é' } }],
])('An idempotency key that is %s is invalid, and the error names the header', async (_, creation) => {
  const { status, body, runs, sent } = await create(creation);
  expect([status, Object.keys(body.errors), runs, sent]).toEqual([422, ['Idempotency-Key'], 0, []]);
});

test('A request without an idempotency key reads and stores no response', async () => {
  const { status, writes, sent } = await create({ headers: {} });
  expect([status, writes, sent]).toEqual([201, [], []]);
});

test('An Idempotency-Key header that is sent twice with the same value counts once', async () => {
  const multiValueHeaders = { 'Idempotency-Key': ['key', 'key'] };
  expect((await create({ multiValueHeaders })).status).toBe(201);
});

test('A route that takes no idempotency key ignores the header', async () => {
  const { status, sent } = await callEndpoint({
    route: { method: 'POST', access: 'signed_in', rateClass: 'none' },
    role: 'viewer',
    event: { headers: { 'Idempotency-Key': '' } },
  });
  expect([status, sent]).toEqual([200, []]);
});
