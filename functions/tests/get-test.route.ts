import { DEVICES } from '../../shared/devices/device.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { joinUses, listUse } from '../../shared/table/table-use.ts';
import { siteTestSchema } from '../../shared/tests/site-test.ts';

export const getTestRoute = defineRoute('tests/get-test', {
  method: 'GET',
  path: '/api/v1/tests/{test_id}',
  summary: 'Read a test, until 30 days after its end',
  access: 'tests:read',
  response: { description: 'The test.', body: siteTestSchema },
  table: joinUses(listUse(DEVICES, { scopes: ['site'], divisions: ['all'] }), { actions: ['BatchGetItem'] }),
});
