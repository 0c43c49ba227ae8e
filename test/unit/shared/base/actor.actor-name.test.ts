import { expect, test } from 'vitest';
import {
  masterInputSchema,
  ownChangesSchema,
  userChangesSchema,
  userInputSchema,
} from '../../../../shared/accounts/user-contract.ts';
import { actorNameField, looksLikeGuard } from '../../../../shared/base/actor.ts';
import { keySchema } from '../../../../shared/keys/key.ts';
import { keyChangesSchema, keyInputSchema } from '../../../../shared/keys/key-contract.ts';
import { makeKey } from '../../../support/make-key.ts';

test.each([
  'Guard',
  ' gUARD ',
  'Ｇｕａｒｄ',
  'Gu\u200bard',
  '\u202eGuard\u202c',
  'Gu\u00adard',
  'Guаrd',
  'ԌՍАRԀ',
  '𝐆𝐮𝐚𝐫𝐝',
  'Guard (system)',
  'guard(Ѕуѕтем )',
])('The name of a user or key that looks like Guard is rejected: %s', (name) => {
  expect(looksLikeGuard(name)).toBe(true);
  expect(actorNameField.safeParse(name).success).toBe(false);
});

test.each(['Guardian', 'Guard 7', 'Guard (night shift)', 'Guard system', 'The Guard', 'Gard', 'Olga', 'Г'])(
  'The name of a user or key that does not look like Guard is accepted: %s',
  (name) => {
    expect(actorNameField.safeParse(name).success).toBe(true);
  },
);

test.each([
  ['a new user', userInputSchema],
  ['the changes of a user', userChangesSchema],
  ['the changes of one’s own account', ownChangesSchema],
  ['the first master of a tenant', masterInputSchema],
  ['a new key', keyInputSchema],
  ['the changes of a key', keyChangesSchema],
])('The name Guard is rejected in %s', (_, schema) => {
  const messages = schema.safeParse({ name: 'Guard' }).error?.issues.filter(({ path }) => path[0] === 'name');
  expect(messages).toMatchObject([{ message: expect.stringContaining('must not be Guard') }]);
});

test('A stored API key with the name Guard can still be read', () => {
  expect(keySchema.parse(makeKey({ name: 'Guard' })).name).toBe('Guard');
});
