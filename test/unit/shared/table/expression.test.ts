import { expect, test } from 'vitest';
import {
  absentOr,
  allOf,
  attribute,
  EXISTS,
  expression,
  expressionInput,
  join,
} from '../../../../shared/table/expression.ts';

test('A DynamoDB expression refers to its names and values by placeholders', () => {
  const update = expression`SET #due = ${'noon'} REMOVE #data.#timer`;
  expect(expressionInput({ update })).toEqual({
    UpdateExpression: 'SET #due = :v0 REMOVE #data.#timer',
    ExpressionAttributeNames: { '#due': 'due', '#data': 'data', '#timer': 'timer' },
    ExpressionAttributeValues: { ':v0': 'noon' },
  });
});

test('The DynamoDB expressions of one call have different placeholders', () => {
  const input = expressionInput({
    update: expression`SET #a = ${1}`,
    condition: expression`#b = ${2} OR #b = ${3}`,
  });
  expect(input).toMatchObject({
    UpdateExpression: 'SET #a = :v0',
    ConditionExpression: '#b = :v1 OR #b = :v2',
    ExpressionAttributeValues: { ':v0': 1, ':v1': 2, ':v2': 3 },
  });
});

test('A DynamoDB expression can contain another, and the values of both keep the order of the text', () => {
  const inner = expression`${attribute('data', 'status')} = ${'open'}`;
  const condition = expression`#x = ${1} AND (${inner}) AND #y = ${2}`;
  expect(expressionInput({ condition })).toMatchObject({
    ConditionExpression: '#x = :v0 AND (#data.#status = :v1) AND #y = :v2',
    ExpressionAttributeValues: { ':v0': 1, ':v1': 'open', ':v2': 2 },
  });
});

test('A call without expression names or values sends no empty maps, which DynamoDB rejects', () => {
  expect(expressionInput({ condition: EXISTS })).toEqual({ ConditionExpression: 'attribute_exists(pk)' });
});

test('A DynamoDB call omits the parameter of an expression that is undefined', () => {
  expect(expressionInput({ key: expression`pk = ${'a'}`, filter: undefined })).toEqual({
    KeyConditionExpression: 'pk = :v0',
    ExpressionAttributeValues: { ':v0': 'a' },
  });
});

test('Undefined conditions are omitted when DynamoDB conditions are joined by AND', () => {
  const condition = allOf(EXISTS, undefined, expression`#a = ${1}`);
  expect(expressionInput({ condition }).ConditionExpression).toBe('attribute_exists(pk) AND #a = :v0');
});

test('Joining no DynamoDB expressions gives an empty one', () => {
  expect(join([], ', ').texts).toEqual(['']);
});

test('DynamoDB conditions that are joined by OR have parentheses, because AND binds tighter than OR', () => {
  const condition = allOf(EXISTS, absentOr(attribute('a'), expression`#a = ${1}`));
  expect(expressionInput({ condition }).ConditionExpression).toBe(
    'attribute_exists(pk) AND (attribute_not_exists(#a) OR #a = :v0)',
  );
});
