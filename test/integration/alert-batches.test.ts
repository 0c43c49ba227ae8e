import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createGuardClient } from '../../lib/client/index.ts';
import { DEMO_PASSWORD } from '../../lib/local/demo-data.ts';
import { dedupClaimKey } from '../../shared/alerts/dedup-key.ts';
import { type CallAs, type Caller, signInCallers } from '../support/callers.ts';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';

/** Batches act on several alerts in one request. */

const MISSING = '019a0000-0000-7000-8000-000000000000';

let guard: TestGuard;
let as: CallAs;
let siteId: string;
let otherSiteId: string;
/** Whether calls to the table that name this alert fail. */
let failing: string | undefined;

beforeAll(async () => {
  guard = await startGuard({
    wrapTable: (table) => {
      table.client.middlewareStack.add(
        (next, { commandName }) =>
          async (args) => {
            const isWrite = /^(TransactWriteItems|UpdateItem)Command$/.test(commandName ?? '');
            if (failing && isWrite && JSON.stringify(args.input).includes(failing)) {
              throw Object.assign(new Error('at 10.0.0.7'), { name: 'ValidationException' });
            }
            return next(args);
          },
        { step: 'initialize', name: 'faults' },
      );
      return table;
    },
  });
  as = await signInCallers(guard);
  const sites = async (caller: Caller) =>
    (await call(caller, 'GET /api/v1/sites')).body.data.map(({ id }: { id: string }) => id);
  const assigned: string[] = await sites('operator');
  const all: string[] = await sites('master');
  siteId = assigned[0] ?? '';
  otherSiteId = all.find((id) => !assigned.includes(id)) ?? '';
});
afterAll(() => guard.stop());
beforeEach(() => {
  failing = undefined;
});

const call = (caller: Caller, request: string, json?: unknown) =>
  as(caller, request, { ...(json === undefined ? {} : { json }) });

async function raise(caller: Caller = 'master', site_id = siteId): Promise<string> {
  const json = { site_id, type: 'intrusion', severity: 'medium', message: 'Door open' };
  return (await call(caller, 'POST /api/v1/alerts', json)).body.id;
}
const raiseMany = (count: number) => Promise.all(Array.from({ length: count }, () => raise()));

const actOn = (caller: Caller, action: string, alert_ids: readonly string[], said: object = {}) =>
  call(caller, `POST /api/v1/alerts/${action}`, { alert_ids, ...said });

const statusesOf = (answer: { body: { results: { status: number }[] } }) =>
  answer.body.results.map(({ status }) => status);

test('Resolving several alerts in a batch releases their dedup keys, even if the claim of one alert is missing', async () => {
  const json = (dedup_key: string) => ({
    site_id: siteId,
    type: 'intrusion',
    severity: 'medium',
    message: 'Door open',
    dedup_key,
  });
  const report = async (key: string) => (await call('master', 'POST /api/v1/alerts', json(key))).body;
  const [counted, lost] = [await report('storm-1'), await report('storm-2')];
  await report('storm-1');
  const claim = dedupClaimKey(lost, 'storm-2');
  await guard.table.client.send(new DeleteCommand({ TableName: guard.table.name, Key: { ...claim } }));
  const { body } = await actOn('master', 'resolve', [counted.id, lost.id]);
  expect(body.results).toMatchObject([
    { status: 200, alert: { status: 'resolved', occurrences: 2 } },
    { status: 200, alert: { status: 'resolved', occurrences: 1 } },
  ]);
  expect((await report('storm-1')).id).not.toBe(counted.id);
  expect((await report('storm-2')).id).not.toBe(lost.id);
});

describe('batches of alerts', () => {
  test('A batch of alerts has the same effect on each as a single request, in the order of the ids', async () => {
    const ids = (await raiseMany(25)).toReversed();
    const acknowledged = await actOn('operator', 'acknowledge', ids, { note: 'Storm' });
    expect(acknowledged.status).toBe(200);
    expect(acknowledged.body.results.map(({ alert }: { alert: { id: string } }) => alert.id)).toEqual(ids);
    const resolved = await actOn('master', 'resolve', ids, { note: 'Wind', resolution: 'false_alarm' });
    for (const [place, { status, alert }] of resolved.body.results.entries()) {
      expect([status, alert]).toEqual([200, (await call('master', `GET /api/v1/alerts/${ids[place]}`)).body]);
      expect(alert).toMatchObject({ status: 'resolved', resolution: 'false_alarm', version: 3 });
    }
    const { body } = await call('viewer', `GET /api/v1/alerts/${ids[0]}/events`);
    expect(body.data).toMatchObject([{ note: 'Wind' }, { note: 'Storm' }, { action: 'raised' }]);
    expect(await findInconsistencies(guard.table)).toEqual([]);
  });

  test('A note that is too long for the items of its alerts is in the history of each alert of a batch', async () => {
    const ids = await raiseMany(2);
    const [acknowledged, resolved] = ['Storm', 'Wind'].map(
      (text) => `${text}${' from the north-west'.repeat(20)}`,
    );
    await actOn('operator', 'acknowledge', ids, { note: acknowledged });
    await actOn('master', 'resolve', ids, { note: resolved });
    for (const id of ids) {
      const { body } = await call('viewer', `GET /api/v1/alerts/${id}/events`);
      expect(body.data).toMatchObject([{ note: resolved }, { note: acknowledged }, { action: 'raised' }]);
    }
  });

  test('A batch of alerts reports the result of each, and one failure affects no other alert', async () => {
    const [open, over, faulty] = [await raise(), await raise(), await raise()];
    const [foreign, unassigned] = [await raiseInGlobex(), await raise('master', otherSiteId)];
    await call('master', `POST /api/v1/alerts/${over}/resolve`);
    failing = faulty;
    const answer = await actOn('operator', 'acknowledge', [foreign, over, MISSING, faulty, unassigned, open]);
    expect(answer.status).toBe(200);
    expect(answer.body.results).toMatchObject([
      { status: 404, error: { code: 'not_found', message: 'Not Found.' } },
      { status: 409, error: { code: 'alert_already_resolved' } },
      { status: 404, error: { code: 'not_found' } },
      { status: 500, error: { code: 'internal_error', message: 'Server Error.' } },
      { status: 404, error: { code: 'not_found' } },
      { status: 200, alert: { id: open, status: 'acknowledged' } },
    ]);
    expect(answer.text).not.toContain('10.0.0.7');
    for (const id of [foreign, unassigned]) {
      expect((await call('platform', `GET /api/v1/alerts/${id}`)).body.version).toBe(1);
    }
  });

  test('A platform admin’s batch reaches alerts of every tenant, a master’s only those of the own tenant', async () => {
    const [own, foreign] = [await raise(), await raiseInGlobex()];
    expect(statusesOf(await actOn('master', 'acknowledge', [own, foreign]))).toEqual([200, 404]);
    expect(statusesOf(await actOn('platform', 'acknowledge', [foreign, MISSING, own]))).toEqual([
      200, 404, 200,
    ]);
    expect(statusesOf(await actOn('platform', 'resolve', [MISSING]))).toEqual([404]);
  });

  test.each<[string, (id: string) => object, string]>([
    ['an empty list of ids', () => ({ alert_ids: [] }), 'alert_ids'],
    ['no list of ids', () => ({}), 'alert_ids'],
    ['the same id twice', (id) => ({ alert_ids: [id, id] }), 'alert_ids'],
    [
      'more than 25 ids',
      () => ({ alert_ids: Array.from({ length: 26 }, (_, place) => idOf(place)) }),
      'alert_ids',
    ],
    ['an invalid id', (id) => ({ alert_ids: [id, 'x'] }), 'alert_ids.1'],
    ['a resolution in an acknowledgement', (id) => ({ alert_ids: [id], resolution: 'real' }), 'resolution'],
  ])('A batch of alerts with %s is rejected as a whole', async (_, json, field) => {
    const id = await raise();
    const { status, body } = await call('operator', 'POST /api/v1/alerts/acknowledge', json(id));
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect((await call('viewer', `GET /api/v1/alerts/${id}`)).body.status).toBe('active');
  });

  test('A batch of alerts counts as one request towards the rate limit', async () => {
    const ids = await raiseMany(3);
    guard.clock.advance(61_000);
    const { headers } = await actOn('operator', 'acknowledge', ids);
    const limit = Number(headers.get('x-ratelimit-limit'));
    expect(Number(headers.get('x-ratelimit-remaining'))).toBe(limit - 1);
  });

  test('Two concurrent batches record the action on each alert once', async () => {
    const ids = await raiseMany(8);
    const [one, other] = await Promise.all([
      actOn('operator', 'resolve', ids, { note: 'Olga' }),
      actOn('master', 'resolve', ids.toReversed(), { note: 'Master' }),
    ]);
    expect([one, other].map(statusesOf)).toEqual([ids.map(() => 200), ids.map(() => 200)]);
    expect(await findInconsistencies(guard.table)).toEqual([]);
  });

  test('The typed client sends batches of alerts', async () => {
    const client = createGuardClient({ baseUrl: guard.url, clock: () => guard.clock.now.getTime() });
    await client.login({ email: 'operator@acme.test', password: DEMO_PASSWORD });
    const ids = [await raise(), MISSING];
    const [done, missing] = await client.alerts.acknowledgeMany(ids, { note: 'Storm' });
    expect([done?.alert?.status, missing?.error?.code]).toEqual(['acknowledged', 'not_found']);
    const [resolved] = await client.alerts.resolveMany(ids, { resolution: 'test' });
    expect(resolved?.alert?.resolution).toBe('test');
  });
});

const idOf = (place: number) => `${MISSING.slice(0, -2)}${String(place).padStart(2, '0')}`;

async function raiseInGlobex(): Promise<string> {
  const { body } = await call('globex', 'GET /api/v1/sites');
  return raise('globex', body.data[0].id);
}
