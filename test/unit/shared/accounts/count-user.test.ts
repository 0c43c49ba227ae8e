import { expect, test } from 'vitest';
import { countUser } from '../../../../shared/accounts/count-user.ts';
import { fakeTable } from '../../../support/fake-table.ts';
import { makeUser } from '../../../support/make-user.ts';
import { readExpressions } from '../../../support/read-expressions.ts';

test('Creating a user withdraws the announced deletion of the user’s tenant', async () => {
  const [write] = countUser(fakeTable([]).table, 'acme', undefined, makeUser());
  expect(readExpressions(write?.write.Update)['update']).toMatch(/ REMOVE deletion$/);
});
