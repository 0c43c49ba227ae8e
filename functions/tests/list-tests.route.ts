import { defineRoute } from '../../shared/http/route.ts';
import { listQuery } from '../../shared/lists/contract.ts';
import { listUse } from '../../shared/table/table-use.ts';
import { siteTestPageSchema, TESTS } from '../../shared/tests/site-test.ts';

export const listTestsRoute = defineRoute('tests/list-tests', {
  method: 'GET',
  path: '/api/v1/tests',
  summary: 'List tests that have not ended, newest first',
  access: 'tests:read',
  opensScreens: true,
  request: { query: listQuery({}) },
  response: {
    description: 'A page of the tests within the scope. Guard records an end up to a minute after `ends_at`.',
    body: siteTestPageSchema,
  },
  table: listUse(TESTS, { divisions: ['status'] }),
});
