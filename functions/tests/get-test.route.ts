import { defineRoute } from '../../shared/http/route.ts';
import { siteTestSchema } from '../../shared/tests/site-test.ts';

export const getTestRoute = defineRoute('tests/get-test', {
  method: 'GET',
  path: '/api/v1/tests/{test_id}',
  summary: 'Read a test, until 30 days after its end',
  access: 'tests:read',
  response: { description: 'The test.', body: siteTestSchema },
});
