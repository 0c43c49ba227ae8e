import { expect, test } from 'vitest';
import { checkCurrentPassword, hashPassword, verifyPassword } from '../../../../shared/accounts/password.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeCaller } from '../../../support/make-caller.ts';
import { makeAccount } from '../../../support/make-user.ts';

test('A password is hashed with argon2id, with the parameters of OWASP and its own salt', async () => {
  const [one, two] = [await hashPassword('battery horse'), await hashPassword('battery horse')];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(two).not.toBe(one);
});

test('Only the right password matches its hash', async () => {
  const stored = await hashPassword('battery horse');
  expect(await verifyPassword(stored, 'battery horse')).toBe(true);
  expect(await verifyPassword(stored, 'battery house')).toBe(false);
  expect(await verifyPassword(stored, '')).toBe(false);
});

test.each([
  ['é of one or two characters', 'caf\u00e9 battery horse', 'cafe\u0301 battery horse'],
  ['Å as a letter or a unit', '\u00c5ngström battery', '\u212bngström battery'],
  ['full-width letters', 'battery horse 12', 'ｂａｔｔｅｒｙ horse １２'],
  ['a space that does not break', 'battery horse 12', 'battery\u00a0horse\u00a012'],
  ['Korean syllables or their letters', '한국어 비밀번호', '한국어 비밀번호'.normalize('NFD')],
])('A password matches in every equivalent Unicode spelling: %s', async (_, one, other) => {
  expect(await verifyPassword(await hashPassword(one), other)).toBe(true);
  expect(await verifyPassword(await hashPassword(other), one)).toBe(true);
  expect(await verifyPassword(await hashPassword(one), `${other}!`)).toBe(false);
});

test('No password matches an account without a password', async () => {
  expect(await verifyPassword(null, 'battery horse')).toBe(false);
  expect(await verifyPassword(undefined, 'cafe\u0301')).toBe(false);
});

test('If the current password is right, a password change does not wait for the removal of the counted guess', async () => {
  const account = makeAccount({}, { password_hash: await hashPassword('battery horse') });
  const { id, tenant_id } = account.entity;
  const { table, sent } = fakeTable(({ input }) =>
    input.UpdateExpression.startsWith('DELETE')
      ? new Promise(() => {})
      : { Attributes: { requests: new Set(['a']) } },
  );
  await checkCurrentPassword(table, account, {
    caller: { ...makeCaller('operator', tenant_id), userId: id },
    given: 'battery horse',
    now: new Date('2026-11-20T13:00:00.000Z'),
    guessesPerHour: 50,
  });
  expect(sent).toHaveLength(2);
});
