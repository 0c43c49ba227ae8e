import { defineRoute } from '../../shared/http/route.ts';

export const endTestRoute = defineRoute('tests/end-test', {
  method: 'DELETE',
  path: '/api/v1/tests/{test_id}',
  summary: 'End a test',
  access: 'tests:delete',
  isAudited: true,
  response: {
    description: 'The test has ended, now or before. Trouble that lasts raises alerts within two minutes.',
  },
  table: { actions: ['BatchGetItem', 'PutItem', 'UpdateItem'] },
});
