import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACTION_PLANS } from '../../shared/alerts/action-plan.ts';
import { deleteActionPlan, updateActionPlan } from '../../shared/alerts/change-plans.ts';
import { ApiError } from '../../shared/base/errors.ts';
import { commit } from '../../shared/table/commit.ts';
import { attribute, EXISTS, expression } from '../../shared/table/expression.ts';
import { planDirectoryKey, tenantKey, tenantPartition } from '../../shared/table/keys.ts';
import { getItem, queryAll } from '../../shared/table/reads.ts';
import { updateItem } from '../../shared/table/writes.ts';
import { type CallAs, listAll, MISSING_ID, signInCallers } from '../support/callers.ts';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { playRounds, race } from '../support/race.ts';
import { repetitions } from '../support/repetitions.ts';

let guard: TestGuard;
let as: CallAs;
let siteId: string;
let tenantId: string;
/** Runs once, before the next read of the claim of a dedup key. */
let beforeClaim: (() => Promise<unknown>) | undefined;
beforeAll(async () => {
  guard = await startGuard({
    wrapTable: (table) => {
      const { client } = table;
      const send = async (command: { input: object }, ...options: unknown[]): Promise<unknown> => {
        const happen = JSON.stringify(command.input).includes('OPEN#') ? beforeClaim : undefined;
        if (command instanceof GetCommand && happen) {
          beforeClaim = undefined;
          await happen();
        }
        return Reflect.apply(client.send, client, [command, ...options]);
      };
      return { ...table, client: Object.create(client, { send: { value: send } }) };
    },
  });
  as = await signInCallers(guard);
  const ofViewer = await listAll(as, 'viewer', '/api/v1/sites');
  const ofOperator = await listAll(as, 'operator', '/api/v1/sites');
  siteId = ofViewer.find(({ id }) => ofOperator.some((site) => site.id === id)).id;
  tenantId = (await as('master', 'GET /api/v1/auth/me')).body.tenant_id;
  for (const { id } of await listAll(as, 'admin', PATH)) await as('admin', `DELETE ${PATH}/${id}`);
});
afterAll(async () => {
  expect(await findInconsistencies(guard.table)).toEqual([]);
  await guard.stop();
});

const PATH = '/api/v1/action-plans';
const CALL = {
  key: 'call',
  text: 'Call the keyholder',
  kind: 'call',
  contact_role: 'keyholder',
  required: true,
};
const DISPATCH = { key: 'dispatch', text: 'Send a guard', kind: 'dispatch', required: true };
const REPORT = { key: 'report', text: 'Write a report', kind: 'other', required: false };
const STEPS = [CALL, DISPATCH, REPORT];
const shown = (step: object) => ({ contact_role: null, ...step });

const create = (fields: object = {}) =>
  as('admin', `POST ${PATH}`, { json: { name: 'Plan', steps: STEPS, ...fields } });
const change = (id: string, json: object) => as('admin', `PATCH ${PATH}/${id}`, { json });
async function newPlan(fields: object = {}): Promise<string> {
  const answer = await create(fields);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.id;
}
/** Makes a tenant count that many plans. */
async function setCount(tenantOfPlans: string, plans: number): Promise<void> {
  const update = expression`SET ${attribute('action_plans')} = ${plans}`;
  await commit(guard.table, [
    updateItem(guard.table, tenantKey(tenantOfPlans), { update, condition: EXISTS }, 'stale'),
  ]);
}
/** A plan for alerts of a type that no other test uses, and an alert that has it. */
let count = 0;
const newType = () => {
  count += 1;
  return `type-${count}`;
};
async function raise(type: string, fields: object = {}): Promise<string> {
  const json = { site_id: siteId, type, severity: 'high', message: 'Door open', ...fields };
  const answer = await as('master', 'POST /api/v1/alerts', { json });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.id;
}
async function raisePlanned(fields: object = {}): Promise<string> {
  const type = newType();
  const plan = await newPlan({ types: [type] });
  const id = await raise(type, fields);
  await as('admin', `DELETE ${PATH}/${plan}`); // the alert keeps it, and a tenant may have few
  return id;
}
const planOf = async (alertId: string) => (await as('viewer', `GET /api/v1/alerts/${alertId}/plan`)).body;
const tick = (alertId: string, key: string, json: object = { outcome: 'done' }, headers = {}) =>
  as('operator', `POST /api/v1/alerts/${alertId}/plan/steps/${key}`, { json, headers });
const resolve = (alertId: string, json: object = {}) =>
  as('operator', `POST /api/v1/alerts/${alertId}/resolve`, { json });
const historyOf = async (alertId: string) =>
  (await as('operator', `GET /api/v1/alerts/${alertId}/events`)).body.data;

describe('Action plans', () => {
  test('An admin creates, reads, changes, lists and deletes an action plan', async () => {
    const created = await create({ name: 'Night', types: ['panic', 'panic'], min_severity: 'high' });
    expect([created.status, created.body]).toEqual([
      201,
      {
        id: expect.any(String),
        tenant_id: tenantId,
        name: 'Night',
        site_ids: null,
        types: ['panic'],
        min_severity: 'high',
        steps: STEPS.map(shown),
        status: 'active',
        version: 1,
        created_at: '2026-11-20T12:00:30.000+00:00',
        updated_at: '2026-11-20T12:00:30.000+00:00',
        warnings: [],
      },
    ]);
    const path = `${PATH}/${created.body.id}`;
    expect(created.headers.get('location')).toBe(`${guard.url}${path}`);
    const read = await as('master', `GET ${path}`);
    expect([read.body, read.headers.get('etag')]).toEqual([created.body, created.headers.get('etag')]);
    const changed = await change(created.body.id, { status: 'disabled', types: null });
    expect(changed.body).toEqual({ ...created.body, types: null, status: 'disabled', version: 2 });
    const { warnings: _, ...inLists } = changed.body;
    expect(await listAll(as, 'admin', PATH)).toEqual([inLists]);
    expect((await as('admin', `DELETE ${path}`)).status).toBe(204);
    expect((await as('admin', `GET ${path}`)).status).toBe(404);
  });

  test.each<[string, object, string[]]>([
    ['no steps', { steps: [] }, ['steps']],
    ['21 steps', { steps: Array.from({ length: 21 }, (_, key) => ({ ...CALL, key: `${key}` })) }, ['steps']],
    ['two steps with one key', { steps: [CALL, CALL] }, ['steps']],
    ['a step without `required`', { steps: [{ key: 'x', text: 'x', kind: 'call' }] }, ['steps.0.required']],
    ['a key that is no slug', { steps: [{ ...CALL, key: 'A b' }] }, ['steps.0.key']],
    [
      'a role that contacts do not have',
      { steps: [{ ...CALL, contact_role: 'x' }] },
      ['steps.0.contact_role'],
    ],
    ['a site that does not exist', { site_ids: [MISSING_ID] }, ['site_ids.0']],
    ['no site', { site_ids: [] }, ['site_ids']],
    ['an unknown severity', { min_severity: 'x' }, ['min_severity']],
    ['unknown fields', { version: 3 }, ['version']],
  ])('Creating an action plan answers 422 to %s', async (_, fields, wrong) => {
    const answer = await create(fields);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, wrong]);
  });

  const codesOf = ({ body }: { body: { warnings: { field: string; code: string }[] } }) =>
    body.warnings.map(({ field, code }) => `${field} ${code}`);

  test.each<[string, string[] | null, string[]]>([
    ['all types', null, []],
    ['types that the console offers', ['panic', 'fire', 'runaway'], []],
    ['a type with a slip', ['intrusion', 'intrusoin'], ['types.1 type_never_raised']],
    ['a type twice', ['panic', 'panic', 'smok'], ['types.1 type_never_raised']],
  ])(
    'An action plan for %s is created, with a warning for each unknown alert type',
    async (_, types, expected) => {
      const created = await create({ types });
      expect([created.status, codesOf(created)]).toEqual([201, expected]);
      const path = `${PATH}/${created.body.id}`;
      const read = await as('admin', `GET ${path}`);
      expect([read.body, read.headers.get('etag')]).toEqual([created.body, created.headers.get('etag')]);
      expect(codesOf(await change(created.body.id, { min_severity: 'high' }))).toEqual(expected);
      await as('admin', `DELETE ${path}`);
    },
  );

  test('An action plan warns of deleted sites and of alert types that were never raised; new warnings do not change its ETag', async () => {
    const type = newType();
    const newSite = async () =>
      (await as('master', 'POST /api/v1/sites', { json: { name: 'Gone' } })).body.id;
    const sites = [await newSite(), siteId, await newSite()];
    const created = await create({ types: ['panic', type], site_ids: sites });
    const path = `${PATH}/${created.body.id}`;
    const codes = async () => codesOf(await as('admin', `GET ${path}`));
    expect(await codes()).toEqual(['types.1 type_never_raised']);
    await raise(type);
    expect(await codes()).toEqual([]);
    await as('master', `DELETE /api/v1/sites/${sites[0]}`);
    expect(await codes()).toEqual(['site_ids.0 site_deleted']);
    await as('master', `DELETE /api/v1/sites/${sites[2]}`);
    const headers = { 'If-Match': created.headers.get('etag') ?? '' };
    const changed = await as('admin', `PATCH ${path}`, { json: { name: 'Other' }, headers });
    expect([changed.status, codesOf(changed)]).toEqual([
      200,
      ['site_ids.0 site_deleted', 'site_ids.2 site_deleted'],
    ]);
    expect(codesOf(await change(created.body.id, { site_ids: [siteId] }))).toEqual([]);
    await as('admin', `DELETE ${path}`);
  });

  test('A PATCH of an action plan that changes no value creates no new version', async () => {
    const id = await newPlan({ types: [newType()] });
    expect((await change(id, { name: 'Plan', steps: STEPS })).body.version).toBe(1);
    expect((await change(id, { min_severity: 'low' })).body.version).toBe(2);
  });

  test('Renaming an action plan creates no version and leaves the plan directory unchanged; alerts pinned to the version show the new name', async () => {
    const type = newType();
    const id = await newPlan({ name: 'First', types: [type] });
    const { tenant_id } = (await as('admin', `GET ${PATH}/${id}`)).body;
    const directory = () => getItem(guard.table, planDirectoryKey(tenant_id));
    const [before, alert] = [await directory(), await raise(type)];
    const renamed = await change(id, { name: 'Second' });
    expect(renamed.body).toMatchObject({ name: 'Second', version: 1 });
    expect(await directory()).toEqual(before);
    for (const it of [alert, await raise(type)]) {
      expect((await planOf(it)).plan).toEqual({ id, name: 'Second', version: 1 });
    }
    expect((await change(id, { name: 'Third', steps: [REPORT] })).body.version).toBe(2);
    expect((await planOf(alert)).plan).toEqual({ id, name: 'Second', version: 1 });
  });

  test('A change of an action plan with an old ETag is refused', async () => {
    const { body, headers } = await create({ types: [newType()] });
    await change(body.id, { name: 'Other' });
    const options = { json: { name: 'x' }, headers: { 'If-Match': headers.get('etag') ?? '' } };
    expect((await as('admin', `PATCH ${PATH}/${body.id}`, options)).status).toBe(412);
    const { 'If-Match': etag } = options.headers;
    const deleted = await as('admin', `DELETE ${PATH}/${body.id}`, { headers: { 'If-Match': etag } });
    expect(deleted.status).toBe(412);
  });

  test('A tenant has at most 200 action plans, however many are created at once', async () => {
    const { id } = (await as('platform', 'POST /api/v1/tenants', { json: { name: 'Full' } })).body;
    await setCount(id, 198);
    const json = { name: 'Plan', steps: [REPORT] };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => as('platform', `POST ${PATH}?tenant_id=${id}`, { json })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('too_many_action_plans');
    for (const { status, body } of answers) {
      if (status === 201) await as('platform', `DELETE ${PATH}/${body.id}`);
    }
    await setCount(id, 0);
    expect((await as('platform', `DELETE /api/v1/tenants/${id}`)).status).toBe(204);
  });

  test('A tenant with an action plan cannot be deleted; deleting a tenant leaves nothing of its former plans', async () => {
    const { id } = (await as('platform', 'POST /api/v1/tenants', { json: { name: 'Planned' } })).body;
    const json = { name: 'Plan', steps: STEPS };
    const plan = await as('platform', `POST ${PATH}?tenant_id=${id}`, { json });
    expect((await as('platform', `DELETE /api/v1/tenants/${id}`)).body.code).toBe('tenant_not_empty');
    await as('platform', `DELETE ${PATH}/${plan.body.id}`);
    expect((await as('platform', `DELETE /api/v1/tenants/${id}`)).status).toBe(204);
    const left = [];
    for await (const item of queryAll(guard.table, tenantPartition(id), 'PLAN')) left.push(item);
    expect(left).toEqual([]);
  });
});

describe('The plan of an alert', () => {
  test('An alert for which no action plan matches shows none', async () => {
    expect(await planOf(await raise(newType()))).toEqual({ plan: null, steps: [] });
  });

  test('An alert gets the most specific action plan that matches its site, type and severity', async () => {
    const type = newType();
    const other = (await as('admin', 'POST /api/v1/sites', { json: { name: 'Other' } })).body.id;
    const named = async (fields: object, alert: object = {}) => {
      const name = JSON.stringify(fields);
      guard.clock.advance(1); // ids of one millisecond have no order
      await newPlan({ name, ...fields });
      return [name, (await planOf(await raise(type, alert))).plan?.name];
    };
    for (const fields of [
      { types: [type, 'x'] },
      { types: [type], min_severity: 'high' },
      { types: [type], site_ids: [other, siteId] },
    ]) {
      const [expected, name] = await named(fields);
      expect(name).toBe(expected);
    }
    const before = { types: [type], site_ids: [other, siteId] };
    for (const fields of [
      { types: ['x'], site_ids: [siteId] },
      { types: [type], site_ids: [other] },
      { types: [type], site_ids: [siteId], min_severity: 'critical' },
      { types: [type], site_ids: [siteId], status: 'disabled' },
      { site_ids: [siteId], types: [newType()] },
    ]) {
      expect((await named(fields))[1]).toBe(JSON.stringify(before));
    }
  });

  test('An alert keeps its version of an action plan after the plan is changed or deleted', async () => {
    const type = newType();
    const id = await newPlan({ name: 'First', types: [type] });
    const first = await raise(type);
    await change(id, { name: 'Second', steps: [REPORT] });
    const second = await raise(type);
    await as('admin', `DELETE ${PATH}/${id}`);
    const open = { outcome: null, note: null, by: null, at: null };
    expect(await planOf(first)).toEqual({
      plan: { id, name: 'First', version: 1 },
      steps: STEPS.map((step) => ({ ...shown(step), ...open })),
    });
    expect(await planOf(second)).toMatchObject({ plan: { id, name: 'Second', version: 2 } });
    expect(await planOf(await raise(type))).toEqual({ plan: null, steps: [] });
  });

  test('An occurrence and an acknowledgement of an alert do not change its action plan', async () => {
    const type = newType();
    await newPlan({ types: [type] });
    const json = { site_id: siteId, type, severity: 'low', message: 'x', dedup_key: type };
    const { id } = (await as('master', 'POST /api/v1/alerts', { json })).body;
    const before = await planOf(id);
    await newPlan({ types: [type] });
    await as('master', 'POST /api/v1/alerts', { json: { ...json, severity: 'critical' } });
    await as('operator', `POST /api/v1/alerts/${id}/acknowledge`);
    expect([before.plan.version, await planOf(id)]).toEqual([1, before]);
  });

  test('A GET of an alert can include its action plan, history and contacts in one response', async () => {
    const id = await raisePlanned();
    await tick(id, 'call', { outcome: 'no_answer', note: 'Rang for a minute' });
    const { body } = await as('operator', `GET /api/v1/alerts/${id}?include=history,plan,contacts`);
    expect(body.plan).toEqual(await planOf(id));
    expect(body.history[0]).toMatchObject({ action: 'plan_step', step: 'call', outcome: 'no_answer' });
    expect(body.contacts).toBeInstanceOf(Array);
    expect((await as('viewer', `GET /api/v1/alerts/${id}?include=plan`)).body.history).toBeUndefined();
  });

  test('A response with an alert and its action plan shows a step outcome that was recorded during the read', async () => {
    const dedup_key = newType();
    const id = await raisePlanned({ dedup_key });
    const json = { site_id: siteId, type: 'x', severity: 'low', message: 'x', dedup_key };
    await as('master', 'POST /api/v1/alerts', { json });
    beforeClaim = () => tick(id, 'call');
    const { body } = await as('operator', `GET /api/v1/alerts/${id}?include=plan,history`);
    expect([body.version, body.plan.steps[0].outcome, body.history[0].step]).toEqual([2, 'done', 'call']);
    expect(beforeClaim).toBeUndefined();
  });

  test('An alert that is raised while its action plan changes gets the plan before or after the change', async () => {
    const type = newType();
    const id = await newPlan({ name: 'v1', types: [type], steps: [{ ...REPORT, text: 'v1' }] });
    const loaded = async () => {
      const item = await getItem(guard.table, ACTION_PLANS.key(tenantId, id));
      if (!item) throw new Error('The plan is gone');
      return ACTION_PLANS.read(item);
    };
    await playRounds(repetitions({ few: 12, many: 40 }), async (round) => {
      const name = `r${round}`;
      const steps = [
        {
          ...shown(REPORT),
          kind: 'other' as const,
          contact_role: null,
          key: 'report',
          required: false,
          text: name,
        },
      ];
      const [, alertId] = await race(
        round,
        async () =>
          updateActionPlan(
            guard.table,
            await loaded(),
            { name, steps },
            { ifMatch: undefined, at: new Date(0).toISOString() },
          ),
        () => raise(type),
      );
      const { plan, steps: pinned } = await planOf(alertId);
      expect([plan.id, pinned[0].text]).toEqual([id, plan.name]);
    });
  });
});

describe('Steps', () => {
  test('Each step of an action plan records outcome, note and person; a second outcome replaces the first and adds a history entry', async () => {
    const id = await raisePlanned();
    const at = '2026-11-20T12:00:30.000+00:00';
    const by = { kind: 'user', id: expect.any(String), name: expect.any(String) };
    const first = await tick(id, 'call', { outcome: 'no_answer', note: 'Rang for a minute' });
    const recorded = { ...shown(CALL), outcome: 'no_answer', note: 'Rang for a minute', by };
    expect([first.status, first.body]).toEqual([
      200,
      { ...recorded, at: expect.stringContaining(at.slice(0, 19)) },
    ]);
    expect((await planOf(id)).steps[0]).toEqual(first.body);
    const second = await tick(id, 'call');
    expect(second.body).toMatchObject({ outcome: 'done', note: null });
    expect((await planOf(id)).steps[0]).toEqual(second.body);
    expect(
      (await historyOf(id)).map(({ action, step, outcome, note }: Record<string, string>) => [
        action,
        step,
        outcome,
        note,
      ]),
    ).toEqual([
      ['plan_step', 'call', 'done', null],
      ['plan_step', 'call', 'no_answer', 'Rang for a minute'],
      ['raised', undefined, undefined, null],
    ]);
    const { body } = await as('viewer', `GET /api/v1/alerts/${id}`);
    expect([body.version, body.updated_at]).toEqual([3, second.body.at]);
  });

  test('Recording the outcome of a plan’s step twice with the same Idempotency-Key records it once', async () => {
    const id = await raisePlanned();
    const headers = { 'Idempotency-Key': id };
    const [first, second] = [
      await tick(id, 'call', { outcome: 'done' }, headers),
      await tick(id, 'call', { outcome: 'done' }, headers),
    ];
    expect([first.status, second.status, second.body]).toEqual([200, 200, first.body]);
    expect(await historyOf(id)).toHaveLength(2);
  });

  test.each<[string, string, object, number]>([
    ['a step that the plan does not have', 'other', { outcome: 'done' }, 404],
    ['a key that is no slug', 'A%20b', { outcome: 'done' }, 404],
    ['an unknown outcome', 'call', { outcome: 'x' }, 422],
    ['no outcome', 'call', {}, 422],
    ['unknown fields', 'call', { outcome: 'done', by: 'me' }, 422],
  ])('Recording the outcome of a plan’s step refuses %s', async (_, key, json, status) => {
    expect((await tick(await raisePlanned(), key, json)).status).toBe(status);
  });

  test('An alert without an action plan has no steps to record', async () => {
    expect((await tick(await raise(newType()), 'call')).status).toBe(404);
  });

  test('If two operators record one step of an action plan at once, the history has both outcomes, and the step has the last one', async () => {
    await playRounds(repetitions({ few: 8, many: 40 }), async (round) => {
      const id = await raisePlanned();
      await race(
        round,
        () => tick(id, 'call', { outcome: 'done' }),
        () => as('master', `POST /api/v1/alerts/${id}/plan/steps/call`, { json: { outcome: 'failed' } }),
      );
      const [last, ...others] = await historyOf(id);
      expect(others.map(({ action }: { action: string }) => action)).toEqual(['plan_step', 'raised']);
      const [step] = (await planOf(id)).steps;
      expect([step.outcome, step.at]).toEqual([last.outcome, last.at]);
    });
  });

  test('The steps of a resolved alert’s action plan can still be recorded, and the alert stays resolved', async () => {
    const id = await raisePlanned();
    await resolve(id, { override_plan: true, note: 'Known fault' });
    expect((await tick(id, 'report')).status).toBe(200);
    const { body } = await as('operator', `GET /api/v1/alerts/${id}?include=plan`);
    expect([body.status, body.plan.steps[2].outcome]).toEqual(['resolved', 'done']);
  });
});

describe('Resolving an alert with a plan', () => {
  test('A person can resolve an alert with an action plan once every required step has an outcome, even failed or skipped', async () => {
    const id = await raisePlanned();
    const refused = await resolve(id);
    expect([refused.status, refused.body.code, Object.keys(refused.body.errors)]).toEqual([
      409,
      'plan_incomplete',
      ['steps.call', 'steps.dispatch'],
    ]);
    await tick(id, 'call', { outcome: 'failed' });
    expect(Object.keys((await resolve(id)).body.errors)).toEqual(['steps.dispatch']);
    await tick(id, 'dispatch', { outcome: 'skipped' });
    expect((await resolve(id)).body.status).toBe('resolved');
    expect((await resolve(id)).status).toBe(200);
  });

  test('An alert with an incomplete action plan can be acknowledged', async () => {
    expect((await as('operator', `POST /api/v1/alerts/${await raisePlanned()}/acknowledge`)).status).toBe(
      200,
    );
  });

  test('Overriding an incomplete action plan to resolve an alert requires a note', async () => {
    const id = await raisePlanned();
    const refused = await resolve(id, { override_plan: true });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['note']]);
    expect((await resolve(id, { override_plan: true, note: 'Known fault' })).body.status).toBe('resolved');
    expect((await historyOf(id))[0]).toMatchObject({
      action: 'resolved',
      note: 'Known fault',
      overrides_plan: true,
    });
    const { body } = await as('master', 'GET /api/v1/audit-events?action=alert.plan_overridden');
    expect(body.data.filter((it: { entity: { id: string } }) => it.entity.id === id)).toMatchObject([
      {
        actor: { kind: 'user' },
        entity: { kind: 'alert', name: expect.not.stringMatching(/^[0-9a-f]{8}-/) },
        changes: [{ field: 'site', from: null, to: expect.any(String) }],
      },
    ]);
  });

  test.each([
    [
      'its plan is complete',
      async (id: string) => {
        for (const key of ['call', 'dispatch']) await tick(id, key);
      },
    ],
    [
      'another person resolved it before',
      async (id: string) => {
        for (const key of ['call', 'dispatch']) await tick(id, key);
        await resolve(id);
      },
    ],
  ])('Resolving an alert with override_plan is not recorded as an override if %s', async (_, prepare) => {
    const id = await raisePlanned();
    await prepare(id);
    await resolve(id, { override_plan: true, note: 'x' });
    const [entry] = await historyOf(id);
    expect(entry.action).toBe('resolved');
    expect(entry).not.toHaveProperty('overrides_plan');
    const { body } = await as('master', 'GET /api/v1/audit-events?action=alert.plan_overridden');
    expect(body.data.map((it: { entity: { id: string } }) => it.entity.id)).not.toContain(id);
  });

  test('A repeated resolve of a resolved alert succeeds, even if its action plan is incomplete', async () => {
    const id = await raisePlanned();
    await resolve(id, { override_plan: true, note: 'x' });
    expect((await resolve(id)).status).toBe(200);
  });

  test('A batch resolves alerts with complete action plans, and names the missing steps of each incomplete one', async () => {
    const [complete, incomplete, without] = [
      await raisePlanned(),
      await raisePlanned(),
      await raise(newType()),
    ];
    for (const key of ['call', 'dispatch']) await tick(complete, key);
    const alert_ids = [complete, incomplete, without];
    const batch = (json: object = {}) =>
      as('operator', 'POST /api/v1/alerts/resolve', { json: { alert_ids, ...json } });
    const { results } = (await batch()).body;
    expect(results.map(({ status }: { status: number }) => status)).toEqual([200, 409, 200]);
    expect(results[1].error).toMatchObject({
      code: 'plan_incomplete',
      errors: { 'steps.call': [expect.any(String)] },
    });
    expect((await batch({ override_plan: true })).status).toBe(422);
    const overridden = (await batch({ override_plan: true, note: 'Known fault' })).body.results;
    expect(overridden.map(({ status }: { status: number }) => status)).toEqual([200, 200, 200]);
  });

  test('A device may resolve an alert with an incomplete action plan, but a person may not, even by dedup key', async () => {
    const type = newType();
    await newPlan({ types: [type] });
    const { key } = (await as('master', 'POST /api/v1/keys', { json: { name: 'Panel' } })).body;
    const events = [{ action: 'resolve', site_id: siteId, dedup_key: type }];
    const report = async (token?: string) =>
      token
        ? guard.call('POST /api/v1/reports', { token, json: { events } })
        : as('master', 'POST /api/v1/reports', { json: { events } });
    const id = await raise(type, { dedup_key: type });
    const [person] = (await report()).body.results;
    expect([person.status, person.error.code]).toEqual([409, 'plan_incomplete']);
    const [device] = (await report(key)).body.results;
    expect([device.status, device.alert]).toMatchObject([200, { id, status: 'resolved' }]);
  });

  test('A reopened alert keeps its action plan and the outcomes of the steps', async () => {
    const id = await raisePlanned();
    for (const key of ['call', 'dispatch']) await tick(id, key);
    await resolve(id);
    await as('operator', `POST /api/v1/alerts/${id}/reopen`, { json: { note: 'Again' } });
    expect((await planOf(id)).steps.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'done',
      'done',
      null,
    ]);
  });

  test('Resolving an alert while its last required step is being recorded succeeds only after that step', async () => {
    await playRounds(repetitions({ few: 8, many: 40 }), async (round) => {
      const id = await raisePlanned();
      await tick(id, 'dispatch');
      const [ticked, resolved] = await race(
        round,
        () => tick(id, 'call'),
        () => resolve(id),
      );
      expect([ticked.status, [200, 409].includes(resolved.status)]).toEqual([200, true]);
      const entries: { action: string; step?: string }[] = await historyOf(id);
      const resolvedAt = entries.findIndex(({ action }) => action === 'resolved');
      const tickedAt = entries.findIndex(({ step }) => step === 'call');
      expect(resolvedAt === -1).toBe(resolved.status === 409);
      if (resolvedAt >= 0) expect(resolvedAt).toBeLessThan(tickedAt);
    });
  });
});

test('Two concurrent changes of an action plan both succeed', async () => {
  await playRounds(repetitions({ few: 8, many: 40 }), async (round) => {
    const id = await newPlan({ types: [newType()] });
    await race(
      round,
      () => change(id, { name: 'Renamed' }),
      () => change(id, { min_severity: 'low' }),
    );
    const { body } = await as('admin', `GET ${PATH}/${id}`);
    expect(body).toMatchObject({ name: 'Renamed', min_severity: 'low', version: 2 });
    await as('admin', `DELETE ${PATH}/${id}`);
  });
});

test('An action plan that is changed and deleted at the same time is no longer in the plan directory', async () => {
  await playRounds(repetitions({ few: 8, many: 40 }), async (round) => {
    const id = await newPlan({ types: [newType()] });
    const item = await getItem(guard.table, ACTION_PLANS.key(tenantId, id));
    const stored = ACTION_PLANS.read(item ?? {});
    const ignored = (error: unknown) => {
      if (!(error instanceof ApiError && error.code === 'not_found')) throw error;
    };
    const at = '2026-11-20T12:00:31.000+00:00';
    await race(
      round,
      () => updateActionPlan(guard.table, stored, { name: 'x' }, { ifMatch: undefined, at }).catch(ignored),
      () => deleteActionPlan(guard.table, stored, undefined),
    );
    expect((await as('admin', `GET ${PATH}/${id}`)).status).toBe(404);
  });
});
