import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { loginSubjects } from '../../../../shared/limits/guesses.ts';

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

test('Other e-mail addresses and network addresses have their own counters of logins', () => {
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
