import { expect, test } from 'vitest';
import {
  countRequest,
  newRequestId,
  readCount,
  uncountRequest,
} from '../../../../shared/limits/rate-counter.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { readExpressions } from '../../../support/read-expressions.ts';
import { conditionFailed } from '../../../support/refusals.ts';

/** 2026-11-20T12:00:30Z, in seconds. */
const NOW_SECONDS = Date.UTC(2026, 10, 20, 12, 0, 30) / 1000;
const now = new Date(NOW_SECONDS * 1000);

test('The counter of a rate limit covers a calendar minute and expires an hour later', async () => {
  const { table, sent } = fakeTable([]);
  const verdict = await countRequest(table, { subject: 'api#u', limit: 60, now });
  expect(sent[0]?.input).toMatchObject({
    TableName: 'guard-test',
    Key: { pk: 'RATE#api#u', sk: '2026-11-20T12:00' },
  });
  expect(readExpressions(sent[0]?.input)['update']).toContain(`SET ttl = ${NOW_SECONDS + 30 + 3_600}`);
  expect(verdict).toMatchObject({ resetsAtSeconds: NOW_SECONDS + 30, retryAfterSeconds: 30 });
});

test('The counter of a rate limit can cover a calendar hour', async () => {
  const { table, sent } = fakeTable([]);
  const verdict = await countRequest(table, { subject: 'guesses#e', limit: 50, now, window: 'hour' });
  expect(sent[0]?.input.Key).toEqual({ pk: 'RATE#guesses#e', sk: '2026-11-20T12' });
  expect(verdict).toMatchObject({ resetsAtSeconds: NOW_SECONDS + 3_570, retryAfterSeconds: 3_570 });
});

test.each([
  ['the first instant of a minute', '2026-11-20T12:00:00.000Z', '2026-11-20T12:00', 60],
  ['the last millisecond of a minute', '2026-11-20T12:00:59.999Z', '2026-11-20T12:00', 1],
])(
  'A request at %s is counted in that minute, and Retry-After is at least one second',
  async (_, at, name, wait) => {
    const { table, sent } = fakeTable([conditionFailed()]);
    const verdict = await countRequest(table, { subject: 's', limit: 1, now: new Date(at) });
    expect(sent[0]?.input.Key.sk).toBe(name);
    expect(verdict.retryAfterSeconds).toBe(wait);
  },
);

test('The counter of a rate limit up to 1,000 stores request ids, so that a repetition counts once', async () => {
  const { table, sent } = fakeTable([{ Attributes: { requests: new Set(['a', 'b']) } }]);
  const verdict = await countRequest(table, { subject: 's', limit: 1_000, now, id: 'a' });
  expect(sent[0]?.input).toMatchObject({
    ExpressionAttributeValues: { ':v0': new Set(['a']) },
    ReturnValues: 'UPDATED_NEW',
  });
  expect(readExpressions(sent[0]?.input)).toEqual({
    update: `ADD requests ["a"] SET ttl = ${NOW_SECONDS + 30 + 3_600}`,
    condition: '(attribute_not_exists(requests) OR size(requests) < 1000 OR contains(requests, "a"))',
  });
  expect(verdict).toMatchObject({ allowed: true, limit: 1_000, remaining: 998 });
});

test('A request that counts as several is counted fully or not at all; one that exceeds the whole limit is refused without a write', async () => {
  const { table, sent } = fakeTable([{ Attributes: { hits: 27 } }]);
  const verdict = await countRequest(table, { subject: 's', limit: 600, now, weight: 25 });
  expect(readExpressions(sent[0]?.input)).toEqual({
    update: expect.stringMatching(/^ADD hits 25 /),
    condition: '(attribute_not_exists(hits) OR hits <= 575)',
  });
  expect(verdict).toMatchObject({ allowed: true, remaining: 573 });
  const tooMuch = await countRequest(table, { subject: 's', limit: 10, now, weight: 11 });
  expect([tooMuch.allowed, sent.length]).toEqual([false, 1]);
});

test('The counter of a rate limit above 1,000 stores only a number, not request ids', async () => {
  const { table, sent } = fakeTable([{ Attributes: { hits: 7 } }]);
  const verdict = await countRequest(table, { subject: 's', limit: 1_001, now });
  expect(readExpressions(sent[0]?.input)).toEqual({
    update: `ADD hits 1 SET ttl = ${NOW_SECONDS + 30 + 3_600}`,
    condition: '(attribute_not_exists(hits) OR hits <= 1000)',
  });
  expect(verdict).toMatchObject({ allowed: true, remaining: 994 });
});

test('A rate-limited request without an id gets one', async () => {
  const { table, sent } = fakeTable([]);
  const long = { ...table, newWriteId: () => 'abcdefghijklmnop' };
  await countRequest(long, { subject: 's', limit: 5, now });
  expect(readExpressions(sent[0]?.input)['condition']).toContain('contains(requests, "abcdefgh")');
  expect(newRequestId(long)).toBe('abcdefgh');
});

test.each([
  [1_000, 'ids'],
  [1_001, 'a number'],
])(
  'With a rate limit of %i, a table reply without the count admits the request and reports none remaining (%s)',
  async (limit) => {
    const { table } = fakeTable([{}]);
    expect(await countRequest(table, { subject: 's', limit, now })).toMatchObject({
      allowed: true,
      remaining: 0,
    });
  },
);

test('A request beyond the rate limit is refused with nothing remaining', async () => {
  const { table } = fakeTable([conditionFailed()]);
  expect(await countRequest(table, { subject: 's', limit: 5, now })).toEqual({
    allowed: false,
    limit: 5,
    remaining: 0,
    resetsAtSeconds: NOW_SECONDS + 30,
    retryAfterSeconds: 30,
  });
});

test('Counting a request for a rate limit throws if the counter cannot be written', async () => {
  const { table } = fakeTable([new Error('no table')]);
  await expect(countRequest(table, { subject: 's', limit: 5, now })).rejects.toThrow('no table');
});

test('A request is removed from its rate counter by its id, without creating a counter', async () => {
  const { table, sent } = fakeTable([]);
  await uncountRequest(table, { subject: 's', now, window: 'hour', id: 'a' });
  expect(sent).toEqual([
    {
      name: 'UpdateCommand',
      input: {
        TableName: 'guard-test',
        Key: { pk: 'RATE#s', sk: '2026-11-20T12' },
        UpdateExpression: 'DELETE #requests :v0',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#requests': 'requests' },
        ExpressionAttributeValues: { ':v0': new Set(['a']) },
      },
    },
  ]);
});

test.each([
  ['no requests', undefined, 0],
  ['requests with ids', { requests: new Set(['a', 'b']) }, 2],
  ['requests without ids', { hits: 27 }, 27],
  ['requests of both kinds', { requests: new Set(['a', 'b']), hits: 27 }, 29],
])('The count of a subject with %s is read without counting', async (_, item, count) => {
  const { table, sent } = fakeTable([{ Item: item }]);
  expect(await readCount(table, { subject: 's', now })).toBe(count);
  expect(sent.map(({ name, input }) => [name, input.Key])).toEqual([
    ['GetCommand', { pk: 'RATE#s', sk: '2026-11-20T12:00' }],
  ]);
});
