import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type FaultyGuard, startFaultyGuard } from '../faults/faulty-guard.ts';

/**
 * Occurrences are counted in a separate item. A response with a single alert shows a state of one instant, whatever
 * happens between the reads of both items.
 */

let guard: FaultyGuard;
let token: string;
let siteId: string;
let count = 0;

beforeAll(async () => {
  // A held call waits for whole requests, so the SDK must not repeat it.
  guard = await startFaultyGuard({
    settings: { tokenExpirationMinutes: 525_600 },
    requestTimeoutMilliseconds: 60_000,
  });
  token = await guard.signIn('master@acme.test');
  [{ id: siteId }] = (await guard.call('GET /api/v1/sites', { token })).body.data;
});
afterAll(() => guard.stop());
afterEach(() => {
  guard.proxy.disarm();
  guard.clock.advance(61_000);
});

async function as(request: string, json?: object) {
  const { status, body } = await guard.call(request, { token, ...(json ? { json } : {}) });
  expect([status < 300, body]).toEqual([true, body]);
  return body;
}

/** An open alert with a number of occurrences, and functions to report and resolve it. */
async function opened(times: number) {
  const event = { site_id: siteId, dedup_key: `door-${++count}` };
  const raise = { ...event, type: 'intrusion', severity: 'medium', message: 'Door open' };
  const report = async (number: number) => {
    for (let reported = 0; reported < number; reported++) await as('POST /api/v1/alerts', raise);
  };
  const { id } = await as('POST /api/v1/alerts', raise);
  await report(times - 1);
  const path = `/api/v1/alerts/${id}`;
  return {
    id,
    path,
    raise,
    report,
    acknowledge: () => as(`POST ${path}/acknowledge`),
    resolve: () => as(`POST ${path}/resolve`),
  };
}

/** Runs an action after the read of an alert and before the read of its claim. */
function beforeClaimIsRead(before: () => Promise<unknown>) {
  guard.proxy.arm({ call: 'GetItem OPEN', fault: { kind: 'held', before }, after: 0, times: 1 });
}

test('An alert that is reported again and resolved while it is read is shown as resolved, with all occurrences', async () => {
  const { path, report, resolve } = await opened(1);
  beforeClaimIsRead(async () => {
    await report(4);
    await resolve();
  });
  expect(await as(`GET ${path}`)).toMatchObject({ status: 'resolved', occurrences: 5 });
});

test('An alert that is acknowledged while it is read is shown as acknowledged, with the occurrences reported since', async () => {
  const { path, report, acknowledge } = await opened(1);
  beforeClaimIsRead(async () => {
    await acknowledge();
    await report(2);
  });
  expect(await as(`GET ${path}`)).toMatchObject({ status: 'acknowledged', occurrences: 3 });
});

test('If an alert is resolved while it is read and a new alert takes over its dedup key, only its own occurrences are shown', async () => {
  const { path, report, resolve } = await opened(2);
  beforeClaimIsRead(async () => {
    await resolve();
    await report(3);
  });
  expect(await as(`GET ${path}`)).toMatchObject({ status: 'resolved', occurrences: 2 });
});

test('The response to an acknowledgement of an alert contains all occurrences, even if the request is repeated', async () => {
  const { path, report, acknowledge } = await opened(3);
  const first = await acknowledge();
  expect(first).toMatchObject({ status: 'acknowledged', occurrences: 3 });
  guard.clock.advance(1_000);
  await report(1);
  const second = await acknowledge();
  expect(second).toMatchObject({ status: 'acknowledged', occurrences: 4 });
  expect(second).toEqual(await as(`GET ${path}`));
  expect(second.last_occurred_at > first.last_occurred_at).toBe(true);
});

test('The response to a batch acknowledgement contains all occurrences of each alert', async () => {
  const alerts = [await opened(3), await opened(1)];
  const { results } = await as('POST /api/v1/alerts/acknowledge', { alert_ids: alerts.map(({ id }) => id) });
  expect(results).toMatchObject([
    { status: 200, alert: { status: 'acknowledged', occurrences: 3 } },
    { status: 200, alert: { status: 'acknowledged', occurrences: 1 } },
  ]);
});

test('Acknowledging an alert succeeds when the alert is reported again and resolved before its claim is read', async () => {
  const { acknowledge, report, resolve } = await opened(2);
  beforeClaimIsRead(async () => {
    await report(1);
    await resolve();
  });
  expect(await acknowledge()).toMatchObject({ status: 'acknowledged', occurrences: 3 });
});

test('Acknowledging an alert reports success even if the read of its occurrences fails after the write', async () => {
  const { path, acknowledge } = await opened(2);
  const error = { status: 400, name: 'ValidationException' } as const;
  guard.proxy.arm({ call: 'GetItem OPEN', fault: { kind: 'error', error }, after: 0, times: 1 });
  expect(await acknowledge()).toMatchObject({ status: 'acknowledged' });
  expect(await as(`GET ${path}`)).toMatchObject({ status: 'acknowledged', occurrences: 2 });
});

test.each(['first', 'second'])(
  'If an alert is resolved just after an event is counted, the response to the event shows all occurrences (sent the %s time)',
  async (time) => {
    const { id, raise, report, resolve } = await opened(2);
    const events = [{ action: 'raise', id: `event-${id}`, ...raise }];
    if (time === 'second') await as('POST /api/v1/reports', { events });
    beforeClaimIsRead(async () => {
      await report(1);
      await resolve();
    });
    const { results } = await as('POST /api/v1/reports', { events });
    expect(results[0]).toMatchObject({ status: 200, alert: { id, status: 'resolved', occurrences: 4 } });
  },
);
