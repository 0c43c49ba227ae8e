import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  addressKey,
  admitGuess,
  isKnownAddress,
  isRecordedAddress,
  loginSubjects,
  rememberAddress,
} from '../../../../shared/limits/guesses.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { readExpressions } from '../../../support/read-expressions.ts';
import { conditionFailed } from '../../../support/refusals.ts';

describe('loginSubjects', () => {
  const addressOf = (address: string) => loginSubjects({ email: 'a@guard.test', address }).address;

  test('Different spellings of one e-mail address share the counters of logins', () => {
    const subjects = ['ada@guard.test', ' Ada@Guard.TEST '].map((email) =>
      loginSubjects({ email, address: '10.0.0.1' }),
    );
    expect(subjects[0]).toEqual(subjects[1]);
    const [one, ...others] = [
      'ada@müller.example',
      'Ada@MU\u0308LLER.example',
      'ada@xn--mller-kva.example',
    ].map((email) => loginSubjects({ email, address: '10.0.0.1' }));
    for (const other of others) expect(other).toEqual(one);
  });

  test('Each pair of an e-mail address and a network address has its own counter of logins', () => {
    const subjects = [
      { email: 'ada@guard.test', address: '10.0.0.1' },
      { email: 'bob@guard.test', address: '10.0.0.1' },
      { email: 'ada@guard.test', address: '10.0.0.2' },
    ].map((request) => loginSubjects(request).pair);
    expect(new Set(subjects).size).toBe(3);
  });

  test('The keys of the login counters name what they count and share one hash of the e-mail address', () => {
    const hash = createHash('sha256').update('ada@guard.test').digest('base64url');
    expect(loginSubjects({ email: 'Ada@guard.test', address: '10.0.0.1' })).toEqual({
      pair: `login#${hash}#10.0.0.1`,
      address: 'login-address#10.0.0.1',
      guesses: `guesses#${hash}`,
    });
  });

  test('The keys of the login counters do not contain the e-mail address', () => {
    expect(loginSubjects({ email: 'ada@guard.test', address: '10.0.0.1' }).pair).not.toContain('ada');
  });

  test.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['2001::2:3:4:5:6:7', '2001:0:2:3::/64'],
    ['1:2:3:4:5:6:10.0.0.1', '1:2:3:4::/64'],
    ['1::5:6:7:10.0.0.1', '1:0:0:5::/64'], // the IPv4 address is two groups
    ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
    ['1:2:3::', '1:2:3:0::/64'],
    ['::2:3:4:5:6:7:8', '0:2:3:4::/64'],
    ['1:2:3:4:5:6:7:8%a::b', '1:2:3:4::/64'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['::FFFF:192.168.100.123', '192.168.100.123'],
    ['1::ffff:10.0.0.1', '1:0:0:0::/64'], // ends as an IPv4 address is written, and is none
    ['10.0.0.1', '10.0.0.1'],
  ])('Logins from the network address %s are counted as those of %s', (address, block) => {
    expect(addressOf(address)).toBe(`login-address#${block}`);
  });
});

describe('passwordGuesses', () => {
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

  test('A successful sign-in records its network address for 120 days', async () => {
    const { table, sent } = fakeTable([]);
    await rememberAddress(table, { email, address, now });
    expect(sent).toEqual([
      {
        name: 'PutCommand',
        input: {
          TableName: 'guard-test',
          Item: { pk: `RATE#${pair}`, sk: 'KNOWN', ttl: NOW_SECONDS + 120 * 86_400 },
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

  test('A sign-in records its network address again if it would otherwise be known for less than 90 days', () => {
    const in90Days = NOW_SECONDS + 90 * 86_400;
    expect(isRecordedAddress({ ttl: in90Days + 1 }, now)).toBe(true);
    expect(isRecordedAddress({ ttl: in90Days }, now)).toBe(false);
    expect(isRecordedAddress(undefined, now)).toBe(false);
  });

  test('A network address that cannot be recorded as known does not fail the login', async () => {
    const { table } = fakeTable([new Error('no table')]);
    await expect(rememberAddress(table, { email, address, now })).resolves.toBeUndefined();
  });
});
