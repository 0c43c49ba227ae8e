import { expect, test } from 'vitest';
import { sortCalls, spellOut } from '../../../../bench/floor/table-call.ts';

const update = (names: Record<string, string>, values: Record<string, unknown>, expression: string) =>
  spellOut({
    operation: 'UpdateItem',
    request: {
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: values,
      UpdateExpression: expression,
      Key: { pk: { S: 'a' } },
    },
  });

test('The benchmark treats two table calls as equal if they differ only in the names of placeholders', () => {
  const one = update({ '#s': 'status' }, { ':s': { S: 'active' } }, 'SET #s = :s');
  const other = update({}, { ':value': { S: 'active' } }, 'SET status = :value');
  expect(one).toEqual(other);
});

test.each([
  ['another value', { ':s': { S: 'resolved' } }, 'SET #s = :s'],
  ['another type', { ':s': { N: '1' } }, 'SET #s = :s'],
  ['another expression', { ':s': { S: 'active' } }, 'ADD #s :s'],
])('The benchmark treats two table calls with %s as different', (_, values, expression) => {
  const names = { '#s': 'status' };
  expect(update(names, values, expression)).not.toEqual(
    update(names, { ':s': { S: 'active' } }, 'SET #s = :s'),
  );
});

test('The benchmark distinguishes two placeholders of a table call if the name of one begins with the name of the other', () => {
  const names = { '#data': 'data', '#data_status': 'status' };
  expect(update(names, {}, 'REMOVE #data, #data_status').request['UpdateExpression']).toBe(
    'REMOVE data, status',
  );
});

test('The benchmark also replaces placeholders in nested expressions of a table call, as in a BatchGetItem', () => {
  const keys = { ProjectionExpression: 'pk, #d', ExpressionAttributeNames: { '#d': 'data' } };
  const call = spellOut({ operation: 'BatchGetItem', request: { RequestItems: { guard: keys } } });
  expect(call.request).toEqual({ RequestItems: { guard: { ProjectionExpression: 'pk, data' } } });
});

test('The benchmark replaces the placeholders of a table call in expressions only, not in keys', () => {
  const key = { pk: { S: 'RATE#api#1' }, sk: { S: '2026-11-20T12:00' } };
  const request = { Key: key, ExpressionAttributeNames: { '#api': 'other' } };
  expect(spellOut({ operation: 'GetItem', request }).request).toEqual({ Key: key });
});

test('The benchmark compares the table calls of a request regardless of the order of calls and fields', () => {
  const [get, query] = [
    { operation: 'GetItem', request: { TableName: 't', Key: { pk: { S: 'a' } } } },
    { operation: 'Query', request: { TableName: 't' } },
  ];
  const turned = { ...get, request: { Key: { pk: { S: 'a' } }, TableName: 't' } };
  const order = (calls: (typeof get | typeof query)[]) => sortCalls(calls.map(spellOut));
  expect(order([query, get])).toEqual(order([turned, query]));
  expect(order([query, get]).map(({ operation }) => operation)).toEqual(['GetItem', 'Query']);
});
