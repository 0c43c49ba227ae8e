import { HANDOVER_NOTES } from '../../shared/handover/handover-note.ts';
import { SITES } from '../../shared/sites/site.ts';
import { siteStateKey, tenantKey } from '../../shared/table/keys.ts';
import { creationOf, PASSWORD } from '../support/new-entity.ts';
import { ACCOUNT_CASES } from './account-cases.ts';
import { ALERT_CASES } from './alert-cases.ts';
import { type Collection, deleting } from './changed-things.ts';
import { channelCases } from './channel-cases.ts';
import { DEVICE_CASES } from './device-cases.ts';
import type { Lane } from './lane.ts';
import { ORDINARY_CASES } from './ordinary-cases.ts';
import { newSite, signedInUser, withKey } from './prepared-things.ts';
import { change, countOf, creation, deletion, type PreparedWrite, type WriteCase } from './prepared-write.ts';
import { REPORT_CASES } from './report-cases.ts';
import { scheduleCases } from './schedule-cases.ts';
import { SSO_CASES } from './sso-cases.ts';
import { SUPERVISION_CASES } from './supervision-cases.ts';
import { TEST_CASES } from './test-cases.ts';
import { WEBHOOK_CASES } from './webhook-cases.ts';

const newTenant = (lane: Lane) => lane.create('/api/v1/tenants', { name: lane.unique() }, lane.platform);

const siteWithContactCollection: Collection = {
  name: 'sites',
  kind: SITES,
  async make(lane) {
    const siteId = await newSite(lane);
    const { path, json } = creationOf('contact', { siteId, unique: lane.unique() });
    await lane.create(path, json);
    return siteId;
  },
};

/** A case for every endpoint that writes, and several cases for some. */
export const WRITE_CASES: readonly WriteCase[] = [
  ...ORDINARY_CASES,
  ...TEST_CASES,
  ...SUPERVISION_CASES,
  ...SSO_CASES,
  ...scheduleCases(withKey),
  ...channelCases(signedInUser),
  ...ACCOUNT_CASES,
  ...DEVICE_CASES,
  ...ALERT_CASES,
  ...REPORT_CASES,
  ...WEBHOOK_CASES,
  deleting('delete-site', siteWithContactCollection, 'with a contact'),
  {
    route: 'set-security',
    async prepare(lane) {
      const options = { json: { second_factor: 'optional' }, token: lane.master };
      return change(lane, tenantKey(lane.tenantId), 'PUT /api/v1/security', options);
    },
  },
  {
    route: 'create-site',
    how: 'as a platform admin',
    async prepare(lane) {
      const write = creation(lane, SITES, `/api/v1/sites?tenant_id=${lane.tenantId}`, {
        name: lane.unique(),
      });
      return { ...write, options: { ...write.options, token: lane.platform } };
    },
  },
  {
    route: 'create-check-in',
    how: 'with an Idempotency-Key',
    async prepare(lane) {
      const siteId = await newSite(lane);
      const request = `POST /api/v1/sites/${siteId}/check-ins`;
      const first = await lane.guard.call(request, { token: lane.platform });
      if (first.status !== 201) throw new Error(first.text);
      const write = await change(
        lane,
        siteStateKey(lane.tenantId, siteId),
        request,
        { token: lane.master },
        false,
      );
      return withKey(lane, write);
    },
  },
  ...['', 'with an Idempotency-Key'].map(
    (how): WriteCase => ({
      route: 'create-handover-note',
      ...(how ? { how } : {}),
      async prepare(lane) {
        const text = lane.unique();
        const write: PreparedWrite = {
          request: 'POST /api/v1/handover/notes',
          options: { json: { text, site_id: await newSite(lane) }, token: lane.master },
          timesDone: countOf(lane, HANDOVER_NOTES, 'text', text),
        };
        return how ? withKey(lane, write) : write;
      },
    }),
  ),
  {
    route: 'set-escalation',
    async prepare(lane) {
      // Steps that no other request of the lane has set.
      const last = Number(lane.unique().replace(/\D/g, '').slice(-3)) + 10;
      const options = { json: { critical: [1, last] }, token: lane.master };
      return change(lane, tenantKey(lane.tenantId), 'PUT /api/v1/escalation', options);
    },
  },
  ...[undefined, 'with its first master'].map(
    (how): WriteCase => ({
      route: 'create-tenant',
      ...(how ? { how } : {}),
      async prepare(lane) {
        const name = lane.unique();
        const master = { name, email: `${lane.unique()}@tenant.test`, password: PASSWORD };
        const listed = async () => {
          const { body } = await lane.read('/api/v1/tenants?limit=100', lane.platform);
          return body.data.filter((tenant: { name: string }) => tenant.name === name).length;
        };
        const json = how ? { name, master } : { name };
        return {
          request: 'POST /api/v1/tenants',
          options: { json, token: lane.platform },
          timesDone: listed,
        };
      },
    }),
  ),
  {
    route: 'update-tenant',
    async prepare(lane) {
      const id = await newTenant(lane);
      const options = { json: { name: lane.unique(), status: 'inactive' }, token: lane.platform };
      return change(lane, tenantKey(id), `PATCH /api/v1/tenants/${id}`, options);
    },
  },
  {
    route: 'delete-tenant',
    async prepare(lane) {
      const id = await newTenant(lane);
      return deletion(lane, tenantKey(id), `/api/v1/tenants/${id}`, lane.platform);
    },
    repeated: 404,
  },
];
