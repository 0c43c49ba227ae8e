import * as z from 'zod/mini';
import { actionTime } from '../shared/alerts/action-context.ts';
import { isWithinScope } from '../shared/base/access.ts';
import { idField, tenantQuery } from '../shared/base/fields.ts';
import { newId } from '../shared/base/ids.ts';
import { wrongReferences } from '../shared/base/references.ts';
import { formatTimestamp } from '../shared/base/time.ts';
import { answerList } from '../shared/http/answer-list.ts';
import { createAuditedEndpoint, createEndpoint } from '../shared/http/endpoint.ts';
import { defineRoute } from '../shared/http/route.ts';
import { tenantToCreateIn } from '../shared/http/tenant-to-create-in.ts';
import { OPENINGS } from '../shared/openings/opening.ts';
import { narrowToSite } from '../shared/sites/find-sites.ts';
import {
  createSupervision,
  deleteSupervision,
  listSupervisions,
  newSupervision,
  updateSupervision,
} from '../shared/supervisions/change-supervisions.ts';
import { extendSupervision, extensionInputSchema } from '../shared/supervisions/extend.ts';
import { previewSupervision, supervisionPreviewSchema } from '../shared/supervisions/preview.ts';
import {
  SUPERVISIONS,
  type Supervision,
  supervisionChangesSchema,
  supervisionInputSchema,
  supervisionPageSchema,
  supervisionSchema,
} from '../shared/supervisions/supervision.ts';
import { withWarnings } from '../shared/supervisions/warnings.ts';
import { applyChanges } from '../shared/table/change-entity.ts';
import { listQuery } from '../shared/table/list-contract.ts';
import { EMPTY_PAGE } from '../shared/table/list-page.ts';
import { joinUses, listUse } from '../shared/table/table-use.ts';

export const listSupervisionsRoute = defineRoute('supervisions/list-supervisions', {
  method: 'GET',
  path: '/api/v1/supervisions',
  summary: 'List supervisions, newest first',
  access: 'supervisions:read',
  request: { query: listQuery({ site_id: z.optional(idField) }) },
  response: { description: 'A page of the supervisions within the scope.', body: supervisionPageSchema },
  table: listUse(SUPERVISIONS, { divisions: ['all'] }),
});

export const listSupervisionsHandler = createEndpoint(listSupervisionsRoute, async (request, { table }) => ({
  body: await answerList(request, async (scope, { site_id }, page) => {
    const extent = site_id === undefined ? scope : await narrowToSite(table, scope, site_id);
    return extent ? listSupervisions(table, extent, page) : EMPTY_PAGE;
  }),
}));

export const createSupervisionRoute = defineRoute('supervisions/create-supervision', {
  method: 'POST',
  path: '/api/v1/supervisions',
  summary: 'Create a supervision of a site',
  access: 'supervisions:create',
  isAudited: true,
  takesIdempotencyKey: true,
  request: { query: tenantQuery, body: supervisionInputSchema },
  response: { status: 201, description: 'The new supervision.', body: supervisionSchema },
  errors: ['not_found', 'too_many_supervisions', 'changed_too_often'],
  table: { actions: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'] },
});

export const createSupervisionHandler = createAuditedEndpoint(
  createSupervisionRoute,
  async ({ body, query, scope, now, remember }, { table, randomBytes }) => {
    const tenantId = tenantToCreateIn(scope, query.tenant_id);
    if (!isWithinScope(scope, { tenant_id: tenantId, site_id: body.site_id }))
      throw wrongReferences('site_id');
    const origin = { id: newId(now, randomBytes), tenantId, at: formatTimestamp(now) };
    const supervision = await withWarnings(table, newSupervision(body, origin), now);
    const { warnings, ...stored } = supervision;
    const answer = (created: Supervision) => ({ body: { ...created, warnings } });
    return answer(await createSupervision(table, stored, now, (it) => remember(answer(it))));
  },
);

export const previewSupervisionRoute = defineRoute('supervisions/preview-supervision', {
  method: 'POST',
  path: '/api/v1/supervisions/preview',
  summary:
    'Say when a supervision would be judged, and what would have happened last week, without storing it',
  access: 'supervisions:create',
  request: { query: tenantQuery, body: supervisionInputSchema },
  response: {
    description: 'Its next windows, and those of the last week.',
    body: supervisionPreviewSchema,
    etag: false,
  },
  errors: ['not_found'],
  table: joinUses(listUse(OPENINGS), { actions: ['BatchGetItem', 'GetItem'] }),
});

export const previewSupervisionHandler = createEndpoint(
  previewSupervisionRoute,
  async ({ body, query, scope, now }, { table }) => {
    const tenantId = tenantToCreateIn(scope, query.tenant_id);
    if (!isWithinScope(scope, { tenant_id: tenantId, site_id: body.site_id }))
      throw wrongReferences('site_id');
    const origin = { id: body.site_id, tenantId, at: formatTimestamp(now) };
    return { body: await previewSupervision(table, newSupervision(body, origin), now) };
  },
);

export const getSupervisionRoute = defineRoute('supervisions/get-supervision', {
  method: 'GET',
  path: '/api/v1/supervisions/{supervision_id}',
  target: SUPERVISIONS,
  summary: 'Read a supervision',
  access: 'supervisions:read',
  response: { description: 'The supervision, with warnings.', body: supervisionSchema },
  table: { actions: ['BatchGetItem'] },
});

export const getSupervisionHandler = createEndpoint(
  getSupervisionRoute,
  async ({ target, now }, { table }) => ({ body: await withWarnings(table, target.entity, now) }),
);

export const updateSupervisionRoute = defineRoute('supervisions/update-supervision', {
  method: 'PATCH',
  path: '/api/v1/supervisions/{supervision_id}',
  target: SUPERVISIONS,
  summary: 'Change a supervision',
  access: 'supervisions:update',
  isAudited: true,
  request: { body: supervisionChangesSchema },
  response: {
    description: 'The changed supervision. If its times change, its extension ends.',
    body: supervisionSchema,
  },
  table: { actions: ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'UpdateItem'] },
});

export const updateSupervisionHandler = createAuditedEndpoint(
  updateSupervisionRoute,
  async ({ target, body, ifMatch, now }, { table }) => {
    // Before the change: a failed read after it would report a failure of what is done.
    const { warnings } = await withWarnings(
      table,
      applyChanges<Supervision>(target.entity, body, target.entity.updated_at),
      now,
    );
    return { body: { ...(await updateSupervision(table, target, body, { ifMatch, now })), warnings } };
  },
);

export const deleteSupervisionRoute = defineRoute('supervisions/delete-supervision', {
  method: 'DELETE',
  path: '/api/v1/supervisions/{supervision_id}',
  target: SUPERVISIONS,
  summary: 'Delete a supervision',
  access: 'supervisions:delete',
  isAudited: true,
  response: { description: 'The supervision is deleted. Its alerts remain.' },
  table: { actions: ['BatchGetItem', 'DeleteItem', 'UpdateItem'] },
});

export const deleteSupervisionHandler = createAuditedEndpoint(
  deleteSupervisionRoute,
  ({ target, ifMatch }, { table }) => deleteSupervision(table, target, { ifMatch }),
);

export const extendSupervisionRoute = defineRoute('supervisions/extend-supervision', {
  method: 'POST',
  path: '/api/v1/supervisions/{supervision_id}/extensions',
  target: SUPERVISIONS,
  summary: 'Move the present deadline of a supervision, once',
  access: 'supervisions:extend',
  rateClass: 'alert_action',
  isAudited: true,
  request: { body: extensionInputSchema },
  response: {
    description: 'The supervision with its extension. An open alert of it has the note.',
    body: supervisionSchema,
  },
  errors: ['nothing_to_extend', 'changed_too_often'],
  table: { actions: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'] },
});

export const extendSupervisionHandler = createAuditedEndpoint(
  extendSupervisionRoute,
  async ({ target, body, caller, now }, { table, randomBytes }) => ({
    body: await extendSupervision(table, target, body, { caller, now, ...actionTime(now, randomBytes) }),
  }),
);
