import { ALERTS } from '../shared/alerts/alert.ts';
import { isWithinScope, type Scope } from '../shared/base/access.ts';
import { ApiError, invalidField } from '../shared/base/errors.ts';
import { tenantQuery } from '../shared/base/fields.ts';
import { newId } from '../shared/base/ids.ts';
import { DAY_MS, formatTimestamp } from '../shared/base/time.ts';
import { DEVICES } from '../shared/devices/device.ts';
import {
  handoverQuery,
  handoverSchema,
  MOST_DAYS,
  USUAL_HOURS,
} from '../shared/handover/handover-contract.ts';
import {
  addHandoverNote,
  HANDOVER_NOTES,
  type HandoverNote,
  handoverNoteInputSchema,
  handoverNoteSchema,
} from '../shared/handover/handover-note.ts';
import { readHandover } from '../shared/handover/read-handover.ts';
import { createEndpoint } from '../shared/http/endpoint.ts';
import { defineRoute } from '../shared/http/route.ts';
import { tenantToCreateIn } from '../shared/http/tenant-to-create-in.ts';
import { SITES } from '../shared/sites/site.ts';
import { SUPERVISIONS } from '../shared/supervisions/supervision.ts';
import { getItem } from '../shared/table/reads.ts';
import type { Table } from '../shared/table/table.ts';
import { joinUses, listUse } from '../shared/table/table-use.ts';
import { TESTS } from '../shared/test-mode/site-test.ts';

export const getHandoverRoute = defineRoute('handover/get-handover', {
  method: 'GET',
  path: '/api/v1/handover',
  summary: 'Read what a shift hands to the next one',
  access: 'handover:read',
  request: { query: handoverQuery },
  // It has no ETag, because it contains the time.
  response: {
    description: 'Open, parked, on test, silent, who has what, and notes.',
    body: handoverSchema,
    etag: false,
  },
  errors: ['not_found'],
  table: joinUses(
    listUse(ALERTS, { scopes: ['tenant', 'site'], divisions: ['status'] }),
    listUse(DEVICES, { scopes: ['tenant', 'site'], divisions: ['status'] }),
    listUse(TESTS, { scopes: ['tenant', 'site'], divisions: ['status'] }),
    listUse(SUPERVISIONS, { scopes: ['tenant', 'site'], divisions: ['status'] }),
    listUse(HANDOVER_NOTES, { scopes: ['tenant'] }),
    { actions: ['BatchGetItem', 'GetItem', 'Query'] },
  ),
});

/** A client computes the earliest time a moment before the request arrives. */
const CLOCKS_DIFFER_MS = 5 * 60_000;

export const getHandoverHandler = createEndpoint(
  getHandoverRoute,
  async ({ scope, query, now }, { table }) => {
    const tenantId = tenantToCreateIn(scope, query.tenant_id);
    const within = scope.kind === 'platform' ? ({ kind: 'tenant', tenantId } as const) : scope;
    const since =
      query.since === undefined ? new Date(now.getTime() - USUAL_HOURS * 3_600_000) : new Date(query.since);
    if (now.getTime() - since.getTime() > MOST_DAYS * DAY_MS + CLOCKS_DIFFER_MS) {
      throw invalidField('since', `The since field must be at most ${MOST_DAYS} days ago.`);
    }
    return { body: await readHandover(table, within, { now, since }) };
  },
);

export const createHandoverNoteRoute = defineRoute('handover/create-handover-note', {
  method: 'POST',
  path: '/api/v1/handover/notes',
  summary: 'Leave a note to the next shift',
  access: 'alerts:acknowledge',
  takesIdempotencyKey: true,
  request: { query: tenantQuery, body: handoverNoteInputSchema },
  response: {
    status: 201,
    description: 'The new note.',
    body: handoverNoteSchema,
    etag: false,
    location: '/api/v1/handover',
  },
  errors: ['not_found'],
  table: { actions: ['ConditionCheckItem', 'GetItem', 'PutItem'] },
});

export const createHandoverNoteHandler = createEndpoint(
  createHandoverNoteRoute,
  async ({ body, query, caller, scope, now, remember }, { table, randomBytes }) => {
    const tenantId = tenantToCreateIn(scope, query.tenant_id);
    const { text, site_id = null } = body;
    const site_name = site_id === null ? null : await readSiteName(table, scope, tenantId, site_id);
    const by = { id: caller.userId, name: caller.name };
    const at = formatTimestamp(now);
    const note: HandoverNote = {
      id: newId(now, randomBytes),
      tenant_id: tenantId,
      site_id,
      site_name,
      text,
      by,
      at,
    };
    await addHandoverNote(table, note, remember({ body: note }));
    return { body: note };
  },
);

/** The name of a site. Throws `not_found` if it is outside the scope, in the same way for a site that does not exist. */
async function readSiteName(table: Table, scope: Scope, tenantId: string, siteId: string): Promise<string> {
  const item = isWithinScope(scope, { tenant_id: tenantId, site_id: siteId })
    ? await getItem(table, SITES.key(tenantId, siteId))
    : undefined;
  if (!item) throw new ApiError('not_found');
  return SITES.entityOf(item).name;
}
