import { actionTime } from '../shared/alerts/action-context.ts';
import { recordUser } from '../shared/base/actor.ts';
import { createEndpoint } from '../shared/http/endpoint.ts';
import { defineRoute } from '../shared/http/route.ts';
import { SITES } from '../shared/sites/site.ts';
import { recordCheckIn } from '../shared/supervisions/check-in.ts';
import { checkInSchema, checkInsSchema, readCheckIns } from '../shared/supervisions/read-check-ins.ts';

export const getCheckInsRoute = defineRoute('check-ins/get-check-ins', {
  method: 'GET',
  path: '/api/v1/sites/{site_id}/check-ins',
  target: SITES,
  summary: 'Read the last check-in at a site, and when the next one is due',
  access: 'supervisions:read',
  response: { description: 'The last check-in, and what is expected.', body: checkInsSchema },
  table: { actions: ['BatchGetItem', 'GetItem'] },
});

export const getCheckInsHandler = createEndpoint(getCheckInsRoute, async ({ target, now }, { table }) => ({
  body: await readCheckIns(table, target, now),
}));

export const createCheckInRoute = defineRoute('check-ins/create-check-in', {
  method: 'POST',
  path: '/api/v1/sites/{site_id}/check-ins',
  target: SITES,
  summary: 'Check in at a site',
  access: 'alerts:acknowledge',
  rateClass: 'alert_action',
  takesIdempotencyKey: true,
  response: {
    status: 201,
    description: 'The check-in. It counts from the time at which it arrived.',
    body: checkInSchema,
    etag: false,
    location: '/api/v1/sites/{site_id}/check-ins',
  },
  errors: ['changed_too_often'],
  table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
});

export const createCheckInHandler = createEndpoint(
  createCheckInRoute,
  async ({ target, caller, now, remember }, { table, randomBytes }) => {
    const { id, tenant_id } = target.entity;
    const time = actionTime(now, randomBytes);
    const actor = recordUser(caller);
    const answer = { body: { site_id: id, at: time.at, by: actor } };
    const place = { tenantId: tenant_id, siteId: id };
    await recordCheckIn(table, place, { actor, ...time }, remember(answer));
    return answer;
  },
);
