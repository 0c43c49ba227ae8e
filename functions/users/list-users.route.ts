import * as z from 'zod/mini';
import { defineRoute } from '../../shared/http/route.ts';
import { listQuery } from '../../shared/lists/contract.ts';
import { joinUses, listUse } from '../../shared/table/table-use.ts';
import { roleField, USERS, userPageSchema, userStatusField } from '../../shared/users/user.ts';

export const listUsersRoute = defineRoute('users/list-users', {
  method: 'GET',
  path: '/api/v1/users',
  summary: 'List users, newest first',
  access: 'users:read',
  request: { query: listQuery({ role: z.optional(roleField), status: z.optional(userStatusField) }) },
  response: { description: 'A page of the users within the scope.', body: userPageSchema },
  table: joinUses(listUse(USERS), { actions: ['GetItem'] }),
});
