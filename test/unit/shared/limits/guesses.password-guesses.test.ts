import { expect, test } from 'vitest';
import {
  addressKey,
  admitGuess,
  isKnownAddress,
  loginSubjects,
  rememberAddress,
} from '../../../../shared/limits/guesses.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { readExpressions } from '../../../support/read-expressions.ts';
import { conditionFailed } from '../../../support/refusals.ts';

const email = 'ada@guard.test';
const address = '203.0.113.7';
const now = new Date('2026-11-20T12:00:30.000Z');
const NOW_SECONDS = now.getTime() / 1000;
const guess = { email, now, limit: 50 };
const { pair, guesses } = loginSubjects({ email, address });

test('A guess of a password is counted per e-mail address and hour, from any network address', async () => {
  const { table, sent } = fakeTable([{ Attributes: { requests: new Set(['a']) } }]);
  await admitGuess(table, guess);
  expect(sent[0]).toMatchObject({
    name: 'UpdateCommand',
    input: {
      Key: { pk: `RATE#${guesses}`, sk: '2026-11-20T12' },
    },
  });
  expect(readExpressions(sent[0]?.input)['condition']).toContain('size(requests) < 50');
});

test('A right password is removed from the count of password guesses', async () => {
  const { table, sent } = fakeTable([{ Attributes: { requests: new Set(['a']) } }]);
  const { forgive } = await admitGuess(table, guess);
  await forgive();
  const [counted, uncounted] = sent.map(({ input }) => input);
  expect(uncounted.Key).toEqual(counted.Key);
  expect(uncounted.UpdateExpression).toBe('DELETE #requests :v0');
  expect(uncounted.ExpressionAttributeValues[':v0']).toEqual(counted.ExpressionAttributeValues[':v0']);
});

test('A password guess that cannot be removed from its count does not fail the login', async () => {
  const { table } = fakeTable([{}, new Error('no table')]);
  const { forgive } = await admitGuess(table, guess);
  await expect(forgive()).resolves.toBeUndefined();
});

test('A password guess beyond the limit is refused with the headers of that limit', async () => {
  const { table, sent } = fakeTable([conditionFailed()]);
  await expect(admitGuess(table, guess)).rejects.toMatchObject({
    code: 'too_many_requests',
    headers: { 'X-RateLimit-Limit': '50', 'X-RateLimit-Remaining': '0', 'Retry-After': '3570' },
  });
  expect(sent).toHaveLength(1);
});

test('A password guess beyond the limit is admitted from a known network address', async () => {
  const { table } = fakeTable([conditionFailed()]);
  await expect(admitGuess(table, { ...guess, isFromKnownAddress: true })).resolves.toBeDefined();
});

test('A successful sign-in makes its network address known for 90 days', async () => {
  const { table, sent } = fakeTable([]);
  await rememberAddress(table, { email, address, now });
  expect(sent).toEqual([
    {
      name: 'PutCommand',
      input: {
        TableName: 'guard-test',
        Item: { pk: `RATE#${pair}`, sk: 'KNOWN', ttl: NOW_SECONDS + 90 * 86_400 },
      },
    },
  ]);
});

test('A known network address is unknown after its expiry, even if the item still exists', () => {
  expect(addressKey({ email, address })).toEqual({ pk: `RATE#${pair}`, sk: 'KNOWN' });
  expect(isKnownAddress({ ttl: NOW_SECONDS + 1 }, now)).toBe(true);
  expect(isKnownAddress({ ttl: NOW_SECONDS }, now)).toBe(false);
  expect(isKnownAddress({}, now)).toBe(false);
  expect(isKnownAddress(undefined, now)).toBe(false);
});

test('A network address that cannot be recorded as known does not fail the login', async () => {
  const { table } = fakeTable([new Error('no table')]);
  await expect(rememberAddress(table, { email, address, now })).resolves.toBeUndefined();
});
