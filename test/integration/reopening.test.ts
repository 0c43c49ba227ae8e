import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeItems } from '../../lib/local/write-items.ts';
import { ALERTS, type Alert } from '../../shared/alerts/alert.ts';
import { ALERT_EVENTS } from '../../shared/alerts/alert-event.ts';
import { claimKeyOf } from '../../shared/alerts/dedup-key.ts';
import { getItem, queryAll } from '../../shared/table/reads.ts';
import { type CallAs, type Caller, signInCallers } from '../support/callers.ts';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { startTimers, type TestTimers } from '../support/timers.ts';
import { makeWhole } from '../support/whole-alert.ts';

/** Tests of reopening resolved alerts. */

const HOUR = 3_600_000;
const NOTE = { note: 'The door is open again' };

let guard: TestGuard;
let timers: TestTimers;
let as: CallAs;
let siteId: string;
/** Runs once, immediately before the next change of an alert is written. */
let beforeWriting: (() => Promise<unknown>) | undefined;

beforeAll(async () => {
  guard = await startGuard({
    settings: { tokenExpirationMinutes: 525_600 },
    wrapTable: (table) => {
      table.client.middlewareStack.add(
        (next, { commandName }) =>
          async (args) => {
            const isWrite = /^(TransactWriteItems|UpdateItem)Command$/.test(commandName ?? '');
            const isOfAlert = isWrite && JSON.stringify(args.input).includes(ALERTS.prefix());
            const happen = isOfAlert ? beforeWriting : undefined;
            if (happen) beforeWriting = undefined;
            await happen?.();
            return next(args);
          },
        { step: 'initialize', name: 'between' },
      );
      return table;
    },
  });
  timers = await startTimers(guard);
  as = await signInCallers(guard);
  siteId = (await as('operator', 'GET /api/v1/sites')).body.data[0].id;
});
afterAll(async () => {
  expect(await findInconsistencies(guard.table)).toEqual([]);
  await timers.stop();
  await guard.stop();
});

const report = (fields: object = {}) =>
  as('master', 'POST /api/v1/alerts', {
    json: { site_id: siteId, type: 'intrusion', severity: 'medium', message: 'Door open', ...fields },
  });
async function raise(fields: object = {}) {
  const answer = await report(fields);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
}
const act = (id: string, action: string, json?: object, caller: Caller = 'master') =>
  as(caller, `POST /api/v1/alerts/${id}/${action}`, json ? { json } : {});
const reopen = (id: string, caller: Caller = 'operator', json: object = NOTE) =>
  act(id, 'reopen', json, caller);
const read = async (id: string) => (await as('master', `GET /api/v1/alerts/${id}`)).body;
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const eventsOf = async (id: string) => (await as('master', `GET /api/v1/alerts/${id}/events`)).body.data;
const itemOf = ({ id, tenant_id }: { id: string; tenant_id: string }) =>
  getItem(guard.table, ALERTS.key(tenant_id, id));

async function resolved(fields: object = {}, json?: object) {
  const alert = await raise(fields);
  const answer = await act(alert.id, 'resolve', json);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

describe('an alert that was resolved by mistake', () => {
  test('A reopened alert is acknowledged by the caller, and its history has the reason', async () => {
    const before = await resolved({}, { resolution: 'false_alarm' });
    guard.clock.advance(HOUR);
    const answer = await reopen(before.id);
    expect(answer.status).toBe(200);
    const me = (await as('operator', 'GET /api/v1/auth/me')).body;
    expect(answer.body).toEqual({
      ...before,
      status: 'acknowledged',
      acknowledged_at: answer.body.updated_at,
      acknowledged_by: me.id,
      acknowledged_by_name: me.name,
      resolved_at: null,
      resolved_by: null,
      resolved_by_name: null,
      resolution: null,
      updated_at: guard.clock.now.toISOString().replace('Z', '+00:00'),
      version: before.version + 1,
    });
    expect(await read(before.id)).toEqual(answer.body);
    const [entry, ...others] = await eventsOf(before.id);
    expect(entry).toMatchObject({
      action: 'reopened',
      note: NOTE.note,
      at: answer.body.updated_at,
      actor: { kind: 'user', id: me.id, name: me.name },
    });
    expect(others.map(({ action }: { action: string }) => action)).toEqual(['resolved', 'raised']);
  });

  test('A reopened alert is listed and counted as open again', async () => {
    const count = async () => (await as('master', 'GET /api/v1/alerts/summary')).body.open;
    const { id } = await raise({ type: 'fire', severity: 'critical' });
    const before = await count();
    await act(id, 'resolve');
    expect(await count()).toBe(before - 1);
    await reopen(id);
    expect(await count()).toBe(before);
    for (const query of ['status=acknowledged', 'status=active,acknowledged', 'severity=critical']) {
      const { data } = (await as('master', `GET /api/v1/alerts?limit=1&${query}`)).body;
      expect(data).toMatchObject([{ id, status: 'acknowledged' }]);
    }
    const { data } = (await as('master', 'GET /api/v1/alerts?limit=1&status=resolved')).body;
    expect(data).not.toMatchObject([{ id }]);
  });

  test('A reopened alert can be resolved and reopened again', async () => {
    const { id } = await resolved();
    await reopen(id);
    expect((await act(id, 'resolve')).body).toMatchObject({ status: 'resolved', version: 4 });
    expect((await reopen(id)).body).toMatchObject({ status: 'acknowledged', version: 5 });
  });

  test('A resolved alert can be reopened for exactly 24 hours', async () => {
    const [inTime, late] = [await resolved(), await resolved()];
    guard.clock.now = new Date(Date.parse(inTime.resolved_at) + 24 * HOUR);
    expect((await reopen(inTime.id)).status).toBe(200);
    guard.clock.now = new Date(Date.parse(late.resolved_at) + 24 * HOUR + 1);
    expect(codeOf(await reopen(late.id))).toEqual([409, 'not_reopenable']);
    expect(await read(late.id)).toEqual(late);
  });

  test('A resolved test alert cannot be reopened', async () => {
    const { id } = await resolved({}, { resolution: 'test' });
    expect(codeOf(await reopen(id))).toEqual([409, 'not_reopenable']);
  });

  test('A reopened alert does not escalate again', async () => {
    await as('master', `PATCH /api/v1/sites/${siteId}`, { json: { escalation: { medium: [60] } } });
    const alert = await resolved();
    await reopen(alert.id);
    await as('master', `PATCH /api/v1/sites/${siteId}`, { json: { escalation: null } });
    const item = await itemOf(alert);
    for (const attribute of ['escalation_steps', 'timer', 'due']) expect(item).not.toHaveProperty(attribute);
  });
});

describe('a request to reopen', () => {
  test.each([
    ['without a note', {}],
    ['with an empty note', { note: '' }],
    ['with a note of more than 2000 characters', { note: 'x'.repeat(2001) }],
    ['with an unknown field', { ...NOTE, resolution: 'real' }],
  ])('Reopening an alert %s gets 422', async (_, json) => {
    const { id } = await resolved();
    expect((await reopen(id, 'operator', json)).status).toBe(422);
  });

  test('Reopening an open alert is rejected', async () => {
    const { id } = await raise();
    expect(codeOf(await reopen(id))).toEqual([409, 'not_reopenable']);
    await act(id, 'acknowledge', {}, 'operator');
    expect(codeOf(await reopen(id))).toEqual([409, 'not_reopenable']);
  });

  test('If a person repeats a reopening, they get 200 and nothing changes; reopening by another person or for another reason gets 409', async () => {
    const { id } = await resolved();
    const first = await reopen(id);
    const again = await reopen(id);
    expect([again.status, again.body]).toEqual([200, first.body]);
    await act(id, 'notes', { text: 'Somebody is there' });
    expect((await reopen(id)).body).toMatchObject({
      status: 'acknowledged',
      version: first.body.version + 1,
    });
    expect(codeOf(await reopen(id, 'operator', { note: 'Another reason' }))).toEqual([409, 'not_reopenable']);
    expect(codeOf(await reopen(id, 'master'))).toEqual([409, 'not_reopenable']);
    expect(await eventsOf(id)).toHaveLength(4);
  });

  test('If several requests reopen an alert at once, exactly one succeeds', async () => {
    const { id } = await resolved();
    const callers = ['operator', 'master', 'platform'] as const;
    const answers = await Promise.all(callers.map((caller) => reopen(id, caller)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const winner = answers.find(({ status }) => status === 200)?.body;
    expect(await read(id)).toEqual(winner);
  });

  test('If an alert is reopened and resolved at the same time, its status is that of its last history entry', async () => {
    const { id } = await resolved();
    const [reopened, again] = await Promise.all([reopen(id), act(id, 'resolve')]);
    expect([reopened.status, again.status]).toEqual([200, 200]);
    const [last] = await eventsOf(id);
    const status = last.action === 'reopened' ? 'acknowledged' : 'resolved';
    expect(await read(id)).toMatchObject({ status });
  });
});

function readClaim(entity: Alert) {
  return getItem(guard.table, claimKeyOf({ entity, dedupScope: 'site' }) ?? { pk: '', sk: '' });
}

describe('the dedup key of a reopened alert', () => {
  test('A reopened alert claims its dedup key again and keeps its occurrences, so that the next report counts on it', async () => {
    const alert = await raise({ dedup_key: 'again' });
    guard.clock.advance(1_000);
    const second = (await report({ dedup_key: 'again', severity: 'high' })).body;
    await act(alert.id, 'resolve');
    const reopened = (await reopen(alert.id)).body;
    expect(reopened).toMatchObject({
      occurrences: 2,
      severity: 'high',
      last_occurred_at: second.last_occurred_at,
    });
    expect(await read(alert.id)).toEqual(reopened);
    const third = await report({ dedup_key: 'again', severity: 'high' });
    expect([third.status, third.body.id, third.body.occurrences]).toEqual([200, alert.id, 3]);
    guard.clock.advance(61_000);
    await timers.tick();
    expect(await itemOf(alert)).toMatchObject({ data: { occurrences: 3 } });
    expect((await act(alert.id, 'resolve')).body).toMatchObject({ occurrences: 3 });
    expect((await report({ dedup_key: 'again' })).status).toBe(201);
  });

  test('An alert cannot be reopened while another alert with its dedup key is open', async () => {
    const alert = await resolved({ dedup_key: 'taken' });
    const other = await raise({ dedup_key: 'taken' });
    expect(codeOf(await reopen(alert.id))).toEqual([409, 'dedup_key_taken']);
    expect(await read(alert.id)).toEqual(alert);
    await act(other.id, 'resolve');
    expect((await reopen(alert.id)).status).toBe(200);
    expect(codeOf(await reopen(other.id))).toEqual([409, 'dedup_key_taken']);
  });

  test('An alert can be reopened although a resolved alert still holds the claim of their dedup key', async () => {
    const alert = await resolved({ dedup_key: 'left' });
    const other = await raise({ dedup_key: 'left' });
    const claim = await readClaim(other);
    await act(other.id, 'resolve');
    await writeItems(guard.table, [claim ?? {}]);
    expect((await reopen(alert.id)).status).toBe(200);
    const next = await report({ dedup_key: 'left' });
    expect([next.status, next.body.id]).toEqual([200, alert.id]);
  });

  test('If another alert with the dedup key is reopened just before the write, reopening the first fails, and reports count on the other', async () => {
    const alert = await resolved({ dedup_key: 'left late' });
    const other = await raise({ dedup_key: 'left late' });
    const claim = await readClaim(other);
    await act(other.id, 'resolve');
    await writeItems(guard.table, [claim ?? {}]);
    beforeWriting = () => reopen(other.id, 'master');
    expect(codeOf(await reopen(alert.id))).toEqual([409, 'dedup_key_taken']);
    expect((await report({ dedup_key: 'left late' })).body).toMatchObject({ id: other.id });
  });

  test('When two alerts with one dedup key are reopened while a report with the key arrives, exactly one open alert has the key', async () => {
    for (let round = 0; round < 5; round += 1) {
      const dedup_key = `race ${round}`;
      const one = await resolved({ dedup_key });
      const two = await resolved({ dedup_key });
      const [first, second, third] = await Promise.all([
        reopen(one.id),
        reopen(two.id),
        report({ dedup_key }),
      ]);
      const reopenedIds = [first, second].filter(({ status }) => status === 200).map(({ body }) => body.id);
      const codes = [first, second].filter(({ status }) => status !== 200).map(codeOf);
      for (const code of codes) expect(code).toEqual([409, 'dedup_key_taken']);
      const ids = new Set([...reopenedIds, third.body.id]);
      expect(ids.size).toBe(1);
      const { data } = (await as('master', 'GET /api/v1/alerts?limit=20&status=active,acknowledged')).body;
      const open = data.filter((alert: { dedup_key: string }) => alert.dedup_key === dedup_key);
      expect(open.map(({ id }: { id: string }) => id)).toEqual([...ids]);
    }
  });

  test('If an alert is reopened while a report with its dedup key is handled, the report becomes an occurrence of this alert', async () => {
    const alert = await raise({ dedup_key: 'reopened late' });
    const claim = await readClaim(alert);
    await act(alert.id, 'resolve');
    await writeItems(guard.table, [claim ?? {}]);
    beforeWriting = () => reopen(alert.id);
    const reported = await report({ dedup_key: 'reopened late' });
    expect([reported.status, reported.body.id]).toEqual([200, alert.id]);
  });
});

describe('the expiry of a reopened alert', () => {
  const ownEntries = async ({ id, tenant_id }: { id: string; tenant_id: string }) => {
    const { pk, sk } = ALERT_EVENTS.key(tenant_id, id, '');
    const items: Record<string, unknown>[] = [];
    for await (const item of queryAll(guard.table, pk, sk)) items.push(item);
    return items;
  };
  const tick = async (milliseconds: number) => {
    guard.clock.advance(milliseconds);
    await timers.tick();
  };

  test.each([
    ['the whole form', 4],
    ['the divided form', 0],
  ])(
    'The retention of a reopened alert of %s counts from its last resolution, and it has no expiry while it is open',
    async (form, own) => {
      const alert = await resolved();
      if (form === 'the whole form') await makeWhole(guard.table, alert);
      await tick(23 * HOUR);
      // Items of its history would get the expiry later, so an alert with such gets it only once it cannot be reopened.
      expect(Object.hasOwn((await itemOf(alert)) ?? {}, 'ttl')).toBe(own === 0);
      await reopen(alert.id);
      const item = await itemOf(alert);
      for (const attribute of ['ttl', 'timer', 'due']) expect(item).not.toHaveProperty(attribute);
      await tick(48 * HOUR);
      expect(await itemOf(alert)).toEqual(item);
      const { resolved_at } = (await act(alert.id, 'resolve')).body;
      await tick(25 * HOUR + 61_000);
      const removal = Math.floor(Date.parse(resolved_at) / 1_000) + 400 * 86_400;
      expect(await itemOf(alert)).toMatchObject({ ttl: removal });
      expect((await ownEntries(alert)).map(({ ttl }) => ttl)).toEqual(Array(own).fill(removal));
    },
  );
});
