import { recordUser } from '../../shared/actor.ts';
import { actionTime } from '../../shared/alerts/action-context.ts';
import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { newId } from '../../shared/ids.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { startTest } from '../../shared/tests/change-tests.ts';
import { checkScope, shownTest } from '../../shared/tests/check-scope.ts';
import type { SiteTest } from '../../shared/tests/site-test.ts';
import { startTestRoute } from './start-test.route.ts';

export const createHandler = createAuditedEndpoint(
  startTestRoute,
  async ({ target, body, caller, now, baseUrl, remember }, { table, randomBytes }) => {
    const { id: site_id, tenant_id } = target.entity;
    const devices = await checkScope(table, { ...body, site_id, tenant_id });
    const answer = (test: SiteTest) => ({
      body: shownTest(test, devices),
      headers: { Location: `${baseUrl}/api/v1/tests/${test.id}` },
    });
    const starting = {
      id: newId(now, randomBytes),
      ...actionTime(now, randomBytes),
      actor: recordUser(caller),
      role: caller.role,
      now,
    };
    return answer(await startTest(table, target, body, starting, (it) => remember?.(answer(it)) ?? []));
  },
);

export const handler = createHandler(lambdaRuntime);
