import { ALERTS } from '../../shared/alerts/alert.ts';
import { DEVICES } from '../../shared/devices/device.ts';
import { historyOf } from '../support/history-of.ts';
import { offlineDeviceCollection } from './changed-things.ts';
import type { Lane } from './lane.ts';
import { ALERT, newAddress, newSite, occurrence } from './prepared-things.ts';
import { change, countOf, inTenant, type PreparedWrite, type WriteCase } from './prepared-write.ts';

/** A later alarm of an acknowledged alert. It is done if the alert is counted once more, and its history has one entry more. */
async function laterAlarm(lane: Lane): Promise<PreparedWrite> {
  let alertId = '';
  const counted = await occurrence(
    lane,
    '/api/v1/reports',
    (alert) => ({ events: [{ action: 'raise', id: lane.unique(), ...alert }] }),
    (id) => {
      alertId = id;
      return lane.guard.call(`POST /api/v1/alerts/${id}/acknowledge`, { token: lane.master });
    },
  );
  const reactivations = async () =>
    (await historyOf(lane.guard.table, { id: alertId, tenant_id: lane.tenantId })).filter(
      ({ action }) => action === 'reactivated',
    );
  return {
    ...counted,
    async timesDone() {
      const [times, { length }] = [await counted.timesDone(), await reactivations()];
      if (times !== length) throw new Error(`${times} occurrences left ${length} reactivations`);
      return times;
    },
  };
}

/** One more report of a device that may raise one alert in 10 minutes: how many of its reports were counted since. */
async function runawayReport(lane: Lane, before: number, hasId = true): Promise<PreparedWrite> {
  const path = `/api/v1/sites/${await newSite(lane)}/devices`;
  const device_id = await lane.create(path, { name: 'Chatty', type: 'contact', runaway_after: 1 });
  const issued = await lane.guard.call('POST /api/v1/keys', {
    token: lane.master,
    json: { name: 'Chatty', device_id },
  });
  const token: string = issued.body.key;
  const request = 'POST /api/v1/reports';
  const event = { action: 'raise', type: 'intrusion', severity: 'low', message: lane.unique() };
  for (let report = 0; report < before; report++) {
    const { text, body } = await lane.guard.call(request, { token, json: { events: [event] } });
    if (body.results[0].status > 201) throw new Error(text);
  }
  const events = [hasId ? { ...event, id: lane.unique() } : event];
  return {
    request,
    options: { token, json: { events } },
    async timesDone() {
      const raised = await countOf(lane, ALERTS, 'message', event.message)();
      const [tally] = await lane.items(`RUNAWAY#${device_id}#`);
      const total = Number(tally?.total ?? 0);
      if (!tally?.held && total !== raised) throw new Error(`${total} of ${raised} are counted`);
      const [claim] = await lane.items(`OPEN#${device_id}#`);
      return raised + Number(claim?.count ?? 0) - before;
    },
  };
}

/** What devices and other systems report. */
export const REPORT_CASES: readonly WriteCase[] = [
  {
    route: 'receive-inbound-message',
    how: 'of an alarm',
    isRecounted: true,
    async prepare(lane) {
      const { path } = await newAddress(lane);
      const message = lane.unique();
      return {
        request: `POST ${path}`,
        options: { json: { type: 'intrusion', state: 'on', message } },
        timesDone: countOf(lane, ALERTS, 'message', message),
      };
    },
  },
  {
    route: 'receive-inbound-message',
    how: 'of the end of a trouble',
    isRecounted: true,
    async prepare(lane) {
      const { path } = await newAddress(lane, 'zigbee2mqtt');
      const raised = await lane.guard.call(`POST ${path}`, { json: { battery_low: true } });
      const alert = inTenant(lane, ALERTS, raised.body.results[0].alert_id);
      return change(lane, alert, `POST ${path}`, { json: { battery_low: false } }, false);
    },
  },
  {
    route: 'receive-inbound-message',
    how: 'that is not understood',
    isRecounted: true,
    async prepare(lane) {
      const { path } = await newAddress(lane, 'alertmanager');
      const text = lane.unique();
      return {
        request: `POST ${path}`,
        options: { json: { text } },
        timesDone: countOf(lane, ALERTS, 'message', `Not understood: {"text":"${text}"}`),
      };
    },
  },
  {
    route: 'create-report',
    how: 'of a new alert',
    async prepare(lane) {
      const message = lane.unique();
      const event = { action: 'raise', id: message, ...ALERT, site_id: await newSite(lane), message };
      return {
        request: 'POST /api/v1/reports',
        options: { json: { events: [event] }, token: lane.master },
        timesDone: countOf(lane, ALERTS, 'message', message),
      };
    },
  },
  {
    route: 'create-report',
    how: 'that Guard does not understand',
    isRecounted: true,
    async prepare(lane) {
      const path = `/api/v1/sites/${await newSite(lane)}/devices`;
      const device_id = await lane.create(path, { name: 'Sensor', type: 'smoke' });
      const json = { name: 'Sensor', device_id };
      const { body } = await lane.guard.call('POST /api/v1/keys', { token: lane.master, json });
      const text = lane.unique();
      return {
        request: 'POST /api/v1/reports',
        options: { json: { text }, token: body.key },
        timesDone: countOf(lane, ALERTS, 'message', `Not understood: {"text":"${text}"}`),
      };
    },
  },
  {
    route: 'create-report',
    how: 'with the dedup key of an open alert',
    prepare: async (lane) =>
      occurrence(lane, '/api/v1/reports', (alert) => ({ events: [{ action: 'raise', ...alert }] })),
  },
  {
    route: 'create-report',
    how: 'of an occurrence with an event id',
    prepare: async (lane) =>
      occurrence(lane, '/api/v1/reports', (alert) => ({
        events: [{ action: 'raise', id: lane.unique(), ...alert }],
      })),
  },
  { route: 'create-report', how: 'of a later alarm of an acknowledged alert', prepare: laterAlarm },
  {
    route: 'create-report',
    how: 'of a new alert that counts towards a runaway',
    isRecounted: true,
    prepare: (lane) => runawayReport(lane, 0),
  },
  {
    route: 'create-report',
    how: 'that makes its device a runaway',
    isRecounted: true,
    prepare: (lane) => runawayReport(lane, 1),
  },
  {
    route: 'create-report',
    how: 'of a runaway device',
    isRecounted: true,
    prepare: (lane) => runawayReport(lane, 2, false),
  },
  {
    route: 'create-report',
    how: 'of a runaway device, with an event id',
    isRecounted: true,
    prepare: (lane) => runawayReport(lane, 2),
  },
  {
    route: 'create-report',
    how: 'that brings an offline device online',
    async prepare(lane) {
      const device_id = await offlineDeviceCollection.make(lane);
      const options = { json: { events: [{ action: 'heartbeat', device_id }] }, token: lane.master };
      return change(lane, inTenant(lane, DEVICES, device_id), 'POST /api/v1/reports', options, false);
    },
  },
  {
    route: 'create-report',
    how: 'that resolves an alert',
    async prepare(lane) {
      const alert = { ...ALERT, site_id: await newSite(lane), message: 'x', dedup_key: lane.unique() };
      const id = await lane.create('/api/v1/alerts', alert);
      const { site_id, dedup_key } = alert;
      const json = { events: [{ action: 'resolve', id: lane.unique(), site_id, dedup_key }] };
      const options = { json, token: lane.master };
      return change(lane, inTenant(lane, ALERTS, id), 'POST /api/v1/reports', options, false);
    },
  },
];
