import { DEVICES } from '../../shared/devices/device.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { joinUses, listUse } from '../../shared/table/table-use.ts';
import { siteTestChangesSchema, siteTestSchema } from '../../shared/tests/site-test.ts';

export const updateTestRoute = defineRoute('tests/update-test', {
  method: 'PATCH',
  path: '/api/v1/tests/{test_id}',
  summary: 'Move the end of a running test',
  access: 'tests:update',
  isAudited: true,
  request: { body: siteTestChangesSchema },
  response: { description: 'The changed test.', body: siteTestSchema },
  errors: ['test_ended', 'own_test_limit_reached', 'test_limit_reached'],
  table: joinUses(listUse(DEVICES, { scopes: ['site'], divisions: ['all'] }), {
    actions: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'],
  }),
});
