import { invalidField } from '../shared/base/errors.ts';
import { tenantQuery } from '../shared/base/fields.ts';
import { newId } from '../shared/base/ids.ts';
import { DAY_MS, formatTimestamp } from '../shared/base/time.ts';
import { answerList } from '../shared/http/answer-list.ts';
import { createAuditedEndpoint, createEndpoint } from '../shared/http/endpoint.ts';
import { showTarget } from '../shared/http/plain-endpoints.ts';
import { defineRoute } from '../shared/http/route.ts';
import { tenantToCreateIn } from '../shared/http/tenant-to-create-in.ts';
import { checkNotNamed } from '../shared/notify/rule-schedules.ts';
import { answerOnCall, answerPreview, answerShifts } from '../shared/schedules/answer-on-call.ts';
import { createOverride, deleteOverride, listOverrides } from '../shared/schedules/change-overrides.ts';
import {
  createSchedule,
  draftSchedule,
  listSchedules,
  updateSchedule,
} from '../shared/schedules/change-schedules.ts';
import { MAXIMUM_SPAN_MS } from '../shared/schedules/on-call.ts';
import { SCHEDULES, scheduleSchema } from '../shared/schedules/schedule.ts';
import {
  onCallQuery,
  onCallSchema,
  overrideInputSchema,
  scheduleChangesSchema,
  scheduleInputSchema,
  scheduleOverrideSchema,
  scheduleOverridesSchema,
  schedulePageSchema,
  schedulePreviewSchema,
  shiftsQuery,
  shiftsSchema,
} from '../shared/schedules/schedule-contract.ts';
import { deleteEntity } from '../shared/table/change-entity.ts';
import { listQuery } from '../shared/table/list-contract.ts';
import { listUse } from '../shared/table/table-use.ts';

export const listSchedulesRoute = defineRoute('schedules/list-schedules', {
  method: 'GET',
  path: '/api/v1/schedules',
  summary: 'List schedules, newest first',
  access: 'schedules:read',
  request: { query: listQuery({}) },
  response: { description: 'A page of the schedules in the scope of the caller.', body: schedulePageSchema },
  table: listUse(SCHEDULES),
});

export const listSchedulesHandler = createEndpoint(listSchedulesRoute, async (request, { table }) => ({
  body: await answerList(request, (scope, _, page) => listSchedules(table, scope, page)),
}));

export const createScheduleRoute = defineRoute('schedules/create-schedule', {
  method: 'POST',
  path: '/api/v1/schedules',
  summary: 'Create a schedule',
  access: 'schedules:create',
  isAudited: true,
  takesIdempotencyKey: true,
  request: { query: tenantQuery, body: scheduleInputSchema },
  response: { status: 201, description: 'The new schedule.', body: scheduleSchema },
  errors: ['not_found', 'too_many_schedules'],
  table: { actions: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'] },
});

export const createScheduleHandler = createAuditedEndpoint(
  createScheduleRoute,
  async ({ body, query, scope, now, remember }, { table, randomBytes }) => {
    const origin = {
      id: newId(now, randomBytes),
      tenantId: tenantToCreateIn(scope, query.tenant_id),
      at: formatTimestamp(now),
    };
    return { body: await createSchedule(table, body, origin, (it) => remember({ body: it })) };
  },
);

export const getScheduleRoute = defineRoute('schedules/get-schedule', {
  method: 'GET',
  path: '/api/v1/schedules/{schedule_id}',
  target: SCHEDULES,
  summary: 'Read a schedule',
  access: 'schedules:read',
  response: { description: 'The schedule.', body: scheduleSchema },
});

export const getScheduleHandler = createEndpoint(getScheduleRoute, showTarget);

export const updateScheduleRoute = defineRoute('schedules/update-schedule', {
  method: 'PATCH',
  path: '/api/v1/schedules/{schedule_id}',
  target: SCHEDULES,
  summary: 'Change a schedule',
  access: 'schedules:update',
  isAudited: true,
  request: { body: scheduleChangesSchema },
  response: {
    description: 'The changed schedule. Its rotations are replaced as a whole.',
    body: scheduleSchema,
  },
  table: { actions: ['BatchGetItem', 'GetItem', 'UpdateItem'] },
});

export const updateScheduleHandler = createAuditedEndpoint(
  updateScheduleRoute,
  async ({ target, body, ifMatch, now }, { table }) => ({
    body: await updateSchedule(table, target, body, { ifMatch, at: formatTimestamp(now) }),
  }),
);

export const deleteScheduleRoute = defineRoute('schedules/delete-schedule', {
  method: 'DELETE',
  path: '/api/v1/schedules/{schedule_id}',
  target: SCHEDULES,
  summary: 'Delete a schedule',
  access: 'schedules:delete',
  isAudited: true,
  response: { description: 'The schedule is deleted, with its overrides. No notification rule names it.' },
  errors: ['schedule_in_use'],
  table: { actions: ['DeleteItem', 'GetItem', 'Query', 'UpdateItem'] },
});

export const deleteScheduleHandler = createAuditedEndpoint(
  deleteScheduleRoute,
  async ({ target, ifMatch }, { table }) => {
    await deleteEntity(table, SCHEDULES, target, {
      ifMatch,
      alongside: async (stored) => {
        await checkNotNamed(table, stored);
        return [];
      },
    });
  },
);

export const listOverridesRoute = defineRoute('schedules/list-overrides', {
  method: 'GET',
  path: '/api/v1/schedules/{schedule_id}/overrides',
  target: SCHEDULES,
  summary: 'List the overrides of a schedule, in the order in which they begin',
  access: 'schedules:read',
  response: {
    description: 'The overrides that have not ended, and the newest 100 that have.',
    body: scheduleOverridesSchema,
  },
  table: { actions: ['BatchGetItem'] },
});

export const listOverridesHandler = createEndpoint(listOverridesRoute, async ({ target }, { table }) => ({
  body: { data: await listOverrides(table, target) },
}));

export const createOverrideRoute = defineRoute('schedules/create-override', {
  method: 'POST',
  path: '/api/v1/schedules/{schedule_id}/overrides',
  target: SCHEDULES,
  summary: 'Put a person on call instead of the rotations',
  access: 'schedules:update',
  isAudited: true,
  takesIdempotencyKey: true,
  request: { body: overrideInputSchema },
  response: { status: 201, description: 'The new override.', body: scheduleOverrideSchema },
  errors: ['too_many_overrides', 'changed_too_often'],
  table: { actions: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'] },
});

export const createOverrideHandler = createAuditedEndpoint(
  createOverrideRoute,
  async ({ target, body, now, remember }, { table, randomBytes }) => {
    const origin = { id: newId(now, randomBytes), at: formatTimestamp(now) };
    return { body: await createOverride(table, target, body, origin, (it) => remember({ body: it })) };
  },
);

export const deleteOverrideRoute = defineRoute('schedules/delete-override', {
  method: 'DELETE',
  path: '/api/v1/schedules/{schedule_id}/overrides/{override_id}',
  target: SCHEDULES,
  summary: 'Delete an override of a schedule',
  access: 'schedules:update',
  isAudited: true,
  response: { description: 'The override is deleted. The rotations have its shifts again.' },
  table: { actions: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'] },
});

export const deleteOverrideHandler = createAuditedEndpoint(
  deleteOverrideRoute,
  ({ target, path, ifMatch, now }, { table }) =>
    deleteOverride(table, target, path.override_id, { ifMatch, at: formatTimestamp(now) }),
);

export const getOnCallRoute = defineRoute('schedules/get-on-call', {
  method: 'GET',
  path: '/api/v1/schedules/{schedule_id}/on-call',
  target: SCHEDULES,
  summary: 'Read who is on call',
  access: 'schedules:read',
  request: { query: onCallQuery },
  response: { description: 'The person on call, or a gap.', body: onCallSchema, etag: false },
  table: { actions: ['BatchGetItem'] },
});

export const getOnCallHandler = createEndpoint(getOnCallRoute, async ({ target, query, now }, { table }) => ({
  body: await answerOnCall(table, target, query.at === undefined ? now.getTime() : Date.parse(query.at)),
}));

export const listShiftsRoute = defineRoute('schedules/list-shifts', {
  method: 'GET',
  path: '/api/v1/schedules/{schedule_id}/shifts',
  target: SCHEDULES,
  summary: 'List the shifts and gaps of a schedule',
  access: 'schedules:read',
  request: { query: shiftsQuery },
  response: { description: 'The shifts and gaps within the range.', body: shiftsSchema, etag: false },
  table: { actions: ['BatchGetItem'] },
});

export const listShiftsHandler = createEndpoint(listShiftsRoute, async ({ target, query }, { table }) => {
  const span = { since: Date.parse(query.since), until: Date.parse(query.until) };
  const length = span.until - span.since;
  if (length <= 0) throw invalidField('until', 'The until field must be later than since.');
  if (length > MAXIMUM_SPAN_MS) {
    throw invalidField('until', 'The until field must not be more than 100 days later than since.');
  }
  return { body: await answerShifts(table, target, span) };
});

export const previewScheduleRoute = defineRoute('schedules/preview-schedule', {
  method: 'POST',
  path: '/api/v1/schedules/{schedule_id}/preview',
  target: SCHEDULES,
  summary: 'Preview a change of a schedule, without storing it',
  access: 'schedules:update',
  request: { body: scheduleChangesSchema },
  response: {
    description: 'Who would be on call in the next four weeks if the schedule was changed now.',
    body: schedulePreviewSchema,
    etag: false,
  },
  table: { actions: ['BatchGetItem'] },
});

const PREVIEWED_MS = 28 * DAY_MS;

export const previewScheduleHandler = createEndpoint(
  previewScheduleRoute,
  async ({ target, body, now }, { table }) => {
    const draft = await draftSchedule(table, target, body, formatTimestamp(now));
    const span = { since: now.getTime(), until: now.getTime() + PREVIEWED_MS };
    return { body: await answerPreview(table, target, draft, span) };
  },
);
