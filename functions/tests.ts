import { actionTime } from '../shared/alerts/action-context.ts';
import { recordUser } from '../shared/base/actor.ts';
import { newId } from '../shared/base/ids.ts';
import { DEVICES } from '../shared/devices/device.ts';
import { answerList } from '../shared/http/answer-list.ts';
import { createAuditedEndpoint, createEndpoint } from '../shared/http/endpoint.ts';
import { defineRoute } from '../shared/http/route.ts';
import { SITES } from '../shared/sites/site.ts';
import { listQuery } from '../shared/table/list-contract.ts';
import { joinUses, listUse } from '../shared/table/table-use.ts';
import { endTest, moveTestEnd, startTest } from '../shared/test-mode/change-tests.ts';
import { checkScope, checkStillSilences, devicesOnTest, shownTest } from '../shared/test-mode/check-test.ts';
import { listSiteTests, listTests } from '../shared/test-mode/record-test-event.ts';
import {
  type SiteTest,
  siteTestChangesSchema,
  siteTestInputSchema,
  siteTestPageSchema,
  siteTestSchema,
  siteTestsSchema,
  TESTS,
} from '../shared/test-mode/site-test.ts';

export const listSiteTestsRoute = defineRoute('tests/list-site-tests', {
  method: 'GET',
  path: '/api/v1/sites/{site_id}/tests',
  target: SITES,
  summary: 'List the running tests of a site, newest first',
  access: 'tests:read',
  response: { description: 'All running tests of the site.', body: siteTestsSchema },
  table: { actions: ['BatchGetItem'] },
});

export const listSiteTestsHandler = createEndpoint(
  listSiteTestsRoute,
  async ({ target, now }, { table }) => ({
    body: { data: await listSiteTests(table, target, now) },
  }),
);

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

export const listTestsHandler = createEndpoint(listTestsRoute, async (request, { table }) => ({
  body: await answerList(request, (scope, _, page) => listTests(table, scope, page)),
}));

export const startTestRoute = defineRoute('tests/start-test', {
  method: 'POST',
  path: '/api/v1/sites/{site_id}/tests',
  target: SITES,
  summary: 'Put a site on test, or a part of it',
  access: 'tests:create',
  isAudited: true,
  takesIdempotencyKey: true,
  request: { body: siteTestInputSchema },
  response: {
    status: 201,
    description: 'The test, which has begun.',
    body: siteTestSchema,
    location: '/api/v1/tests/{id}',
  },
  errors: ['own_test_limit_reached', 'test_limit_reached', 'changed_too_often'],
  table: joinUses(listUse(DEVICES, { scopes: ['site'], divisions: ['all'] }), {
    actions: ['BatchGetItem', 'PutItem', 'UpdateItem'],
  }),
});

export const startTestHandler = createAuditedEndpoint(
  startTestRoute,
  async ({ target, body, caller, now, remember }, { table, randomBytes }) => {
    const { id: site_id, tenant_id } = target.entity;
    const devices = await checkScope(table, { ...body, site_id, tenant_id });
    const answer = (test: SiteTest) => ({ body: shownTest(test, devices) });
    const starting = {
      id: newId(now, randomBytes),
      ...actionTime(now, randomBytes),
      actor: recordUser(caller),
      role: caller.role,
      now,
    };
    return answer(await startTest(table, target, body, starting, (it) => remember(answer(it))));
  },
);

export const getTestRoute = defineRoute('tests/get-test', {
  method: 'GET',
  path: '/api/v1/tests/{test_id}',
  target: TESTS,
  summary: 'Read a test, until 30 days after its end',
  access: 'tests:read',
  response: { description: 'The test.', body: siteTestSchema },
  table: joinUses(listUse(DEVICES, { scopes: ['site'], divisions: ['all'] }), { actions: ['BatchGetItem'] }),
});

export const getTestHandler = createEndpoint(getTestRoute, async ({ target: { entity } }, { table }) => ({
  body: shownTest(entity, await devicesOnTest(table, entity)),
}));

export const updateTestRoute = defineRoute('tests/update-test', {
  method: 'PATCH',
  path: '/api/v1/tests/{test_id}',
  target: TESTS,
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

export const updateTestHandler = createAuditedEndpoint(
  updateTestRoute,
  async ({ target, body, caller, ifMatch, now }, { table, randomBytes }) => {
    const changing = { ...actionTime(now, randomBytes), actor: recordUser(caller), role: caller.role, now };
    const { entity } = target;
    const devices = await devicesOnTest(table, entity);
    const isExtended = body.ends_at > entity.ends_at && entity.ended_at === null;
    if (isExtended) await checkStillSilences(table, entity, devices);
    const moved = await moveTestEnd(table, target, body.ends_at, { ...changing, ifMatch });
    return { body: shownTest(moved, devices) };
  },
);

export const endTestRoute = defineRoute('tests/end-test', {
  method: 'DELETE',
  path: '/api/v1/tests/{test_id}',
  target: TESTS,
  summary: 'End a test',
  access: 'tests:delete',
  isAudited: true,
  response: {
    description: 'The test has ended, now or before. Trouble that lasts raises alerts within two minutes.',
  },
  table: { actions: ['BatchGetItem', 'PutItem', 'UpdateItem'] },
});

export const endTestHandler = createAuditedEndpoint(
  endTestRoute,
  async ({ target, caller, ifMatch, now }, { table, randomBytes }) => {
    const ending = { ...actionTime(now, randomBytes), actor: recordUser(caller), now, ifMatch };
    await endTest(table, target, ending);
  },
);
