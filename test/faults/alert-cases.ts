import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { ALERTS } from '../../shared/alerts/alert.ts';
import { drillsKey } from '../../shared/table/keys.ts';
import { historyOf } from '../support/history-of.ts';
import { creationOf } from '../support/new-entity.ts';
import { makeWhole } from '../support/whole-alert.ts';
import type { Lane } from './lane.ts';
import { ALERT, newAlert, newSite, occurrence, withKey } from './prepared-things.ts';
import { change, creation, inTenant, type PreparedWrite, type WriteCase } from './prepared-write.ts';

/** An alert that was resolved as real, so that its pictures may be held. */
const newRealAlert = async (lane: Lane) => {
  const id = await newAlert(lane);
  const json = { resolution: 'real' };
  const resolved = await lane.guard.call(`POST /api/v1/alerts/${id}/resolve`, { json, token: lane.master });
  if (resolved.status !== 200) throw new Error(resolved.text);
  return id;
};

/** A note. It is done if the alert has one version more, and its history one entry more. */
async function newNote(lane: Lane, make = newAlert): Promise<PreparedWrite> {
  const id = await make(lane);
  return withEntries(lane, id, `POST /api/v1/alerts/${id}/notes`, { text: lane.unique() });
}

/** A change of an alert that makes one entry of its history. */
async function withEntries(lane: Lane, id: string, request: string, json: object): Promise<PreparedWrite> {
  const options = { json, token: lane.master };
  const noted = await change(lane, inTenant(lane, ALERTS, id), request, options, false);
  const entries = async () => (await historyOf(lane.guard.table, { id, tenant_id: lane.tenantId })).length;
  const before = await entries();
  return {
    ...noted,
    async timesDone() {
      const [changes, added] = [await noted.timesDone(), (await entries()) - before];
      if (changes !== added) throw new Error(`${changes} changes left ${added} entries`);
      return changes;
    },
  };
}

/** An alert as an older release raised it: a change of it is written in one transaction with its history entry. */
const newWholeAlert = async (lane: Lane) => {
  const id = await newAlert(lane);
  await makeWhole(lane.guard.table, { id, tenant_id: lane.tenantId });
  return id;
};

/** An outcome of a step. It is done if the alert has one version more, and its history one entry more. */
async function newOutcome(lane: Lane): Promise<PreparedWrite> {
  const type = lane.unique();
  const { path, json } = creationOf('action_plan', { unique: type });
  const plan = await lane.create(path, { ...json, types: [type] });
  const alert = { ...ALERT, type, site_id: await newSite(lane), message: 'x' };
  const id = await lane.create('/api/v1/alerts', alert);
  await lane.guard.call(`DELETE ${path}/${plan}`, { token: lane.master });
  const request = `POST /api/v1/alerts/${id}/plan/steps/call`;
  return withEntries(lane, id, request, { outcome: 'done' });
}

/** What people do with alerts. */
export const ALERT_CASES: readonly WriteCase[] = [
  {
    route: 'start-drill',
    async prepare(lane) {
      // A tenant may start five in 24 hours.
      const { table } = lane.guard;
      await table.client.send(new DeleteCommand({ TableName: table.name, Key: drillsKey(lane.tenantId) }));
      const json = { ...ALERT, site_id: await newSite(lane) };
      return creation(lane, ALERTS, '/api/v1/response/drills', json, 'site_id');
    },
  },
  {
    route: 'raise-alert',
    async prepare(lane) {
      const json = { ...ALERT, site_id: await newSite(lane), message: lane.unique() };
      return creation(lane, ALERTS, '/api/v1/alerts', json, 'message');
    },
  },
  {
    route: 'raise-alert',
    how: 'with an Idempotency-Key',
    async prepare(lane) {
      const json = { ...ALERT, site_id: await newSite(lane), message: lane.unique() };
      return withKey(lane, creation(lane, ALERTS, '/api/v1/alerts', json, 'message'));
    },
  },
  ...(['low', 'critical'] as const).map(
    (severity): WriteCase => ({
      route: 'raise-alert',
      how: `with an Idempotency-Key, as a further occurrence of severity ${severity}`,
      async prepare(lane) {
        const json = { type: 'panic', severity: 'low', message: 'x', dedup_key: lane.unique() };
        const place = { site_id: await newSite(lane) };
        const id = await lane.create('/api/v1/alerts', { ...json, ...place });
        return withKey(lane, {
          request: 'POST /api/v1/alerts',
          options: { json: { ...json, ...place, severity }, token: lane.master },
          timesDone: async () => {
            const { body } = await lane.read(`/api/v1/alerts/${id}`);
            return body.occurrences - 1;
          },
        });
      },
    }),
  ),
  ...(['acknowledge', 'resolve'] as const).map(
    (action): WriteCase => ({
      route: `${action}-alert`,
      async prepare(lane) {
        const id = await newAlert(lane);
        const request = `POST /api/v1/alerts/${id}/${action}`;
        return change(lane, inTenant(lane, ALERTS, id), request, { token: lane.master }, false);
      },
    }),
  ),
  ...(['acknowledge', 'resolve'] as const).map(
    (action): WriteCase => ({
      route: `${action}-alert`,
      how: 'of the whole form',
      async prepare(lane) {
        const id = await newWholeAlert(lane);
        return withEntries(lane, id, `POST /api/v1/alerts/${id}/${action}`, {});
      },
    }),
  ),
  {
    route: 'acknowledge-alert',
    how: 'with a dedup key, whose claim notes it',
    async prepare(lane) {
      const alert = { ...ALERT, site_id: await newSite(lane), message: 'x', dedup_key: lane.unique() };
      const id = await lane.create('/api/v1/alerts', alert);
      const request = `POST /api/v1/alerts/${id}/acknowledge`;
      return change(lane, inTenant(lane, ALERTS, id), request, { token: lane.master }, false);
    },
  },
  ...(['acknowledge', 'resolve'] as const).map(
    (action): WriteCase => ({
      route: `${action}-alerts`,
      async prepare(lane) {
        const id = await newAlert(lane);
        const options = { json: { alert_ids: [id] }, token: lane.master };
        return change(lane, inTenant(lane, ALERTS, id), `POST /api/v1/alerts/${action}`, options, false);
      },
    }),
  ),
  {
    route: 'take-over-alert',
    async prepare(lane) {
      const id = await newAlert(lane);
      const path = `/api/v1/alerts/${id}`;
      const acknowledged = await lane.guard.call(`POST ${path}/acknowledge`, { token: lane.platform });
      if (acknowledged.status !== 200) throw new Error(acknowledged.text);
      return change(
        lane,
        inTenant(lane, ALERTS, id),
        `POST ${path}/take-over`,
        { token: lane.master },
        false,
      );
    },
  },
  ...(['park', 'unpark'] as const).map(
    (action): WriteCase => ({
      route: `${action}-alert`,
      async prepare(lane) {
        const alert = { ...ALERT, severity: 'high', site_id: await newSite(lane), message: 'x' };
        const id = await lane.create('/api/v1/alerts', alert);
        const path = `POST /api/v1/alerts/${id}`;
        // Each fault is played a minute later than the one before.
        const until = new Date(lane.guard.clock.now.getTime() + 12 * 3_600_000).toISOString();
        const park = { json: { until, reason: lane.unique() }, token: lane.master };
        const before = [
          [`${path}/acknowledge`, { token: lane.master }],
          ...(action === 'unpark' ? [[`${path}/park`, park]] : []),
        ] as [string, object][];
        for (const [request, options] of before) {
          const answer = await lane.guard.call(request, options);
          if (answer.status !== 200) throw new Error(answer.text);
        }
        const options = action === 'park' ? park : { token: lane.master };
        return change(lane, inTenant(lane, ALERTS, id), `${path}/${action}`, options, false);
      },
    }),
  ),
  {
    route: 'reopen-alert',
    async prepare(lane) {
      const alert = { ...ALERT, site_id: await newSite(lane), message: 'x', dedup_key: lane.unique() };
      const id = await lane.create('/api/v1/alerts', alert);
      const path = `/api/v1/alerts/${id}`;
      const resolved = await lane.guard.call(`POST ${path}/resolve`, { token: lane.master });
      if (resolved.status !== 200) throw new Error(resolved.text);
      const options = { json: { note: lane.unique() }, token: lane.master };
      return change(lane, inTenant(lane, ALERTS, id), `POST ${path}/reopen`, options, false);
    },
  },
  {
    route: 'add-picture',
    async prepare(lane) {
      const id = await newAlert(lane);
      return {
        request: `POST /api/v1/alerts/${id}/pictures`,
        options: { json: { content_type: 'image/png', bytes: 1_000 }, token: lane.master },
        // A repetition is another upload, of which the client uses one.
        timesDone: async () => Number((await lane.items(`UPLOAD#${id}#`)).length > 0),
      };
    },
  },
  {
    route: 'hold-pictures',
    async prepare(lane) {
      const id = await newRealAlert(lane);
      const options = { token: lane.master };
      return change(
        lane,
        inTenant(lane, ALERTS, id),
        `PUT /api/v1/alerts/${id}/pictures/hold`,
        options,
        false,
      );
    },
  },
  {
    route: 'release-pictures',
    async prepare(lane) {
      const id = await newRealAlert(lane);
      const path = `/api/v1/alerts/${id}/pictures/hold`;
      const held = await lane.guard.call(`PUT ${path}`, { token: lane.master });
      if (held.status !== 200) throw new Error(held.text);
      return change(lane, inTenant(lane, ALERTS, id), `DELETE ${path}`, { token: lane.master }, false);
    },
  },
  { route: 'record-step', prepare: newOutcome },
  {
    route: 'record-step',
    how: 'with an Idempotency-Key',
    prepare: async (lane) => withKey(lane, await newOutcome(lane)),
  },
  { route: 'note-alert', prepare: (lane) => newNote(lane) },
  {
    route: 'note-alert',
    how: 'of an alert of the whole form',
    prepare: (lane) => newNote(lane, newWholeAlert),
  },
  {
    route: 'note-alert',
    how: 'with an Idempotency-Key',
    prepare: async (lane) => withKey(lane, await newNote(lane)),
  },
  {
    route: 'raise-alert',
    how: 'with the dedup key of an open alert',
    prepare: async (lane) => occurrence(lane, '/api/v1/alerts', (alert) => alert),
  },
];
