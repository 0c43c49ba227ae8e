import { DEVICES } from '../../shared/devices/device.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { joinUses, listUse } from '../../shared/table/table-use.ts';
import { siteTestInputSchema, siteTestSchema } from '../../shared/tests/site-test.ts';

export const startTestRoute = defineRoute('tests/start-test', {
  method: 'POST',
  path: '/api/v1/sites/{site_id}/tests',
  summary: 'Put a site on test, or a part of it',
  access: 'tests:create',
  isAudited: true,
  takesIdempotencyKey: true,
  request: { body: siteTestInputSchema },
  response: { status: 201, description: 'The test, which has begun.', body: siteTestSchema },
  errors: ['own_test_limit_reached', 'test_limit_reached', 'changed_too_often'],
  table: joinUses(listUse(DEVICES, { scopes: ['site'], divisions: ['all'] }), {
    actions: ['BatchGetItem', 'PutItem', 'UpdateItem'],
  }),
});
