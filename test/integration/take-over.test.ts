import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALERTS } from '../../shared/alerts/alert.ts';
import { getItem } from '../../shared/table/reads.ts';
import { type CallAs, type Caller, listAll, MISSING_ID, signInCallers } from '../support/callers.ts';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';

let guard: TestGuard;
let as: CallAs;
let siteId: string;
/** The operator, who acknowledges the alerts, and the master, who takes them over. */
let operator: { id: string; name: string };
let master: { id: string; name: string };

beforeAll(async () => {
  guard = await startGuard();
  as = await signInCallers(guard);
  siteId = (await as('operator', 'GET /api/v1/sites')).body.data[0].id;
  operator = (await as('operator', 'GET /api/v1/auth/me')).body;
  master = (await as('master', 'GET /api/v1/auth/me')).body;
});
afterAll(async () => {
  expect(await findInconsistencies(guard.table)).toEqual([]);
  await guard.stop();
});

const act = (id: string, action: string, caller: Caller, json?: object) =>
  as(caller, `POST /api/v1/alerts/${id}/${action}`, json ? { json } : {});
const report = async (fields: object = {}) => {
  const json = { site_id: siteId, type: 'intrusion', severity: 'medium', message: 'Door open', ...fields };
  return (await as('master', 'POST /api/v1/alerts', { json })).body;
};
/** An alert that the operator has acknowledged. */
async function acknowledged(fields: object = {}) {
  const { id } = await report(fields);
  return (await act(id, 'acknowledge', 'operator')).body;
}
const eventsOf = (id: string) => listAll(as, 'master', `/api/v1/alerts/${id}/events`);

describe('POST /api/v1/alerts/{alert_id}/take-over', () => {
  test('Whoever takes over an alert has it, and its history says who had it before', async () => {
    const before = await acknowledged();
    guard.clock.advance(60_000);
    const { status, body } = await act(before.id, 'take-over', 'master', { severity: 'medium' });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...before,
      acknowledged_by: master.id,
      acknowledged_by_name: master.name,
      acknowledged_at: body.updated_at,
      updated_at: expect.any(String),
      version: before.version + 1,
    });
    expect(body.updated_at > before.updated_at).toBe(true);
    expect((await as('operator', `GET /api/v1/alerts/${before.id}`)).body).toEqual({ ...body, metadata: {} });
    const [entry, ...others] = await eventsOf(before.id);
    expect(entry).toMatchObject({
      action: 'taken_over',
      actor: { kind: 'user', id: master.id, name: master.name },
      acknowledged_by: { id: operator.id, name: operator.name },
      at: body.updated_at,
    });
    expect(others.map(({ action }) => action)).toEqual(['acknowledged', 'raised']);
  });

  test('After an alert was taken over, its response time is still that of the first acknowledgement', async () => {
    const { id, tenant_id, acknowledged_at } = await acknowledged();
    guard.clock.advance(60_000);
    await act(id, 'take-over', 'master');
    const item = await getItem(guard.table, ALERTS.key(tenant_id, id));
    expect(item?.['first_action']).toEqual({ at: acknowledged_at, by: operator.id });
  });

  test('A repetition by whoever has the alert changes nothing, even after its severity rose', async () => {
    const { id } = await acknowledged();
    const { body: taken } = await act(id, 'take-over', 'master');
    const again = await act(id, 'take-over', 'master', { severity: 'info' });
    expect([again.status, again.body]).toEqual([200, taken]);
    expect(await eventsOf(id)).toHaveLength(3);
  });

  test('An alert that nobody has cannot be taken over', async () => {
    const { id } = await report();
    expect((await act(id, 'take-over', 'master')).body.code).toBe('alert_not_acknowledged');
    await act(id, 'resolve', 'operator');
    const { status, body } = await act(id, 'take-over', 'master');
    expect([status, body.code]).toEqual([409, 'alert_not_acknowledged']);
    expect(await eventsOf(id)).toHaveLength(2);
  });

  test('An alert that is worse than the person saw is not taken over', async () => {
    const { id } = await acknowledged({ severity: 'high' });
    const { status, body } = await act(id, 'take-over', 'master', { severity: 'medium' });
    expect([status, body.code]).toEqual([409, 'severity_raised']);
    expect((await act(id, 'take-over', 'master', { severity: 'critical' })).status).toBe(200);
  });

  test('If several people take over an alert at once, each take-over is in the history, and the last one has it', async () => {
    const { id } = await acknowledged();
    const callers = ['master', 'admin', 'platform'] as const;
    const answers = await Promise.all(callers.map((caller) => act(id, 'take-over', caller)));
    const succeeded = answers.filter(({ status }) => status === 200);
    expect(succeeded.length).toBeGreaterThanOrEqual(2);
    const [last, ...others] = (await eventsOf(id)).filter(({ action }) => action === 'taken_over');
    expect(others).toHaveLength(succeeded.length - 1);
    const { body } = await as('master', `GET /api/v1/alerts/${id}`);
    expect([body.acknowledged_by, body.version]).toEqual([last.actor.id, 2 + succeeded.length]);
    const holders = [...others].reverse().map(({ actor }) => actor.id);
    const former = [last, ...others].reverse().map(({ acknowledged_by }) => acknowledged_by.id);
    expect(former).toEqual([operator.id, ...holders]);
  });

  test('After a take-over, the former holder may take the alert back', async () => {
    const { id } = await acknowledged();
    await act(id, 'take-over', 'master');
    expect((await act(id, 'take-over', 'operator')).body.acknowledged_by).toBe(operator.id);
  });
});

describe('the filter acknowledged_by of alert lists', () => {
  const idsOf = async (caller: Caller, query: string, path = '/api/v1/alerts') =>
    (await listAll(as, caller, `${path}?${query}&limit=2`)).map(({ id }) => id);

  test('The filter finds the alerts that a user has, and only those', async () => {
    const site = (await as('master', 'POST /api/v1/sites', { json: { name: 'Held' } })).body;
    const raised = [];
    for (let number = 0; number < 5; number += 1) {
      guard.clock.advance(1_000);
      raised.push(
        (await report({ site_id: site.id, type: number % 2 ? 'fire' : 'panic', dedup_key: `${number}` })).id,
      );
    }
    const [first, second, third, fourth] = raised;
    for (const id of [first, second, fourth]) await act(id, 'acknowledge', 'master');
    await act(third, 'acknowledge', 'platform');
    await act(fourth, 'resolve', 'master');
    const path = `/api/v1/sites/${site.id}/alerts`;
    expect(await idsOf('master', 'acknowledged_by=me', path)).toEqual([second, first]);
    expect(await idsOf('admin', `acknowledged_by=${master.id.toUpperCase()}`, path)).toEqual([second, first]);
    expect(await idsOf('admin', 'acknowledged_by=me', path)).toEqual([]);
    expect(await idsOf('master', 'acknowledged_by=me&type=fire', path)).toEqual([second]);
    expect(await idsOf('master', 'acknowledged_by=me&status=active,acknowledged', path)).toEqual([
      second,
      first,
    ]);
    expect(await idsOf('master', 'acknowledged_by=me&status=active,resolved', path)).toEqual([]);
    expect(await idsOf('master', `acknowledged_by=${MISSING_ID}`, path)).toEqual([]);
    await act(third, 'take-over', 'master');
    expect(await idsOf('master', 'acknowledged_by=me', path)).toEqual([third, second, first]);
    expect((await idsOf('master', 'acknowledged_by=me')).slice(0, 3)).toEqual([third, second, first]);
    // The operator has no access to this site.
    expect(await idsOf('operator', `acknowledged_by=${master.id}&type=fire`)).not.toContain(second);
  });

  test('A holder that is neither a user id nor me is refused by name', async () => {
    const { status, body } = await as('master', 'GET /api/v1/alerts?acknowledged_by=you');
    expect([status, body.errors]).toEqual([
      422,
      { acknowledged_by: ['The acknowledged_by field must be a valid UUID.'] },
    ]);
  });
});
