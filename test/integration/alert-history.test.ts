import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallAs, type Caller, signInCallers } from '../support/callers.ts';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';

let guard: TestGuard;
let as: CallAs;
let siteId: string;

beforeAll(async () => {
  guard = await startGuard();
  as = await signInCallers(guard);
  const { body } = await as('operator', 'GET /api/v1/sites');
  siteId = body.data[0].id;
});
afterAll(() => guard.stop());

const call = (caller: Caller, request: string, json?: unknown) =>
  as(caller, request, { ...(json === undefined ? {} : { json }) });

const raise = async (fields: object = {}) => {
  const json = { site_id: siteId, type: 'intrusion', severity: 'medium', message: 'Door open', ...fields };
  return (await call('master', 'POST /api/v1/alerts', json)).body;
};
const act = (caller: Caller, id: string, action: string, json?: unknown) =>
  call(caller, `POST /api/v1/alerts/${id}/${action}`, json);
const read = async (id: string) => (await call('master', `GET /api/v1/alerts/${id}`)).body;
const events = async (id: string, query = '') =>
  (await call('viewer', `GET /api/v1/alerts/${id}/events${query}`)).body;

describe('the body of an action on an alert', () => {
  test('An action on an alert stores its note in the history, and the resolution in the alert', async () => {
    const { id } = await raise();
    expect((await act('operator', id, 'acknowledge', { note: '  On my way ' })).body.status).toBe(
      'acknowledged',
    );
    const resolved = await act('master', id, 'resolve', { note: 'A cat', resolution: 'false_alarm' });
    expect(resolved.body).toMatchObject({ status: 'resolved', resolution: 'false_alarm', version: 3 });
    expect((await read(id)).resolution).toBe('false_alarm');
    expect((await events(id)).data).toMatchObject([
      { action: 'resolved', note: 'A cat', alert_id: id, at: resolved.body.resolved_at },
      { action: 'acknowledged', note: 'On my way' },
      { action: 'raised', note: null },
    ]);
  });

  test.each([
    ['nothing at all', {}],
    ['an empty body', { body: '' }],
    ['an empty body that is called JSON', { body: '', headers: { 'Content-Type': 'application/json' } }],
    ['an empty object', { json: {} }],
  ])('An action on an alert accepts a request with %s', async (_, options) => {
    for (const action of ['acknowledge', 'resolve']) {
      const { id } = await raise();
      const answer = await as('operator', `POST /api/v1/alerts/${id}/${action}`, { ...options });
      expect(answer.status).toBe(200);
      expect((await events(id)).data[0].note).toBeNull();
    }
  });

  test('The note of an action on an alert is not stored when the action changes nothing', async () => {
    const { id, version } = await raise();
    await act('operator', id, 'resolve', { resolution: 'test' });
    const again = await act('operator', id, 'resolve', { note: 'Again', resolution: 'real' });
    expect(again.body).toMatchObject({ status: 'resolved', resolution: 'test', version: version + 1 });
    expect(await act('operator', id, 'acknowledge', { note: 'Late' })).toMatchObject({ status: 409 });
    expect((await events(id)).data.map(({ action }: { action: string }) => action)).toEqual([
      'resolved',
      'raised',
    ]);
  });

  test.each([
    ['acknowledge', { resolution: 'real' }, 'resolution'],
    ['acknowledge', { note: '' }, 'note'],
    ['acknowledge', { note: 'x'.repeat(2001) }, 'note'],
    ['resolve', { resolution: 'false-alarm' }, 'resolution'],
    ['resolve', { notes: 'x' }, 'notes'],
  ])('The action %s on an alert rejects the body %j', async (action, json, field) => {
    const { id } = await raise();
    const { status, body } = await act('operator', id, action, json);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect((await read(id)).version).toBe(1);
  });

  test('An action on an alert rejects a body that is not a JSON object, and the alert does not change', async () => {
    const { id } = await raise();
    const send = (body: string, type: string) =>
      as('operator', `POST /api/v1/alerts/${id}/acknowledge`, { body, headers: { 'Content-Type': type } });
    expect((await send('{', 'application/json')).status).toBe(400);
    expect((await send('[]', 'application/json')).status).toBe(422);
    expect((await send('note=x', 'application/x-www-form-urlencoded')).status).toBe(415);
    expect((await read(id)).status).toBe('active');
  });
});

describe('notes', () => {
  test('A note can be added to an alert in every status and creates a new version of the alert', async () => {
    const { id } = await raise();
    guard.clock.advance(1_000);
    for (const action of [undefined, 'acknowledge', 'resolve']) {
      if (action) await act('operator', id, action);
      const before = await read(id);
      const { status, body, headers } = await act('operator', id, 'notes', { text: ' At the gate\n' });
      expect([status, body.action, body.note, body.alert_id]).toEqual([201, 'noted', 'At the gate', id]);
      expect(headers.get('location')).toBe(`${guard.url}/api/v1/alerts/${id}/events`);
      const after = await read(id);
      expect(after).toEqual({ ...before, version: before.version + 1, updated_at: body.at });
      expect((await events(id, '?limit=1')).data).toEqual([body]);
    }
  });

  test.each([{}, { text: ' ' }, { note: 'x' }])(
    'A note on an alert with the body %j is rejected',
    async (json) => {
      const { id } = await raise();
      expect((await act('operator', id, 'notes', json)).status).toBe(422);
      expect((await read(id)).version).toBe(1);
    },
  );
});

describe('the history of an alert', () => {
  test('The history of an alert is paged, newest first, with each entry once', async () => {
    const { id } = await raise();
    const texts = Array.from({ length: 7 }, (_, place) => `Note ${place}`);
    for (const text of texts) await act('operator', id, 'notes', { text });
    const found: { note: string | null }[] = [];
    let path: string | null = `/api/v1/alerts/${id}/events?limit=3`;
    while (path) {
      const { body } = await call('viewer', `GET ${path}`);
      expect(body.data.length).toBeLessThanOrEqual(3);
      found.push(...body.data);
      path = body.links.next?.slice(guard.url.length) ?? null;
    }
    expect(found.map(({ note }) => note)).toEqual([...texts.toReversed(), null]);
  });

  test('The history of an alert contains its own entries only, and its cursors do not work for another alert', async () => {
    const [one, other] = [await raise(), await raise()];
    for (const { id } of [one, other]) await act('operator', id, 'notes', { text: id });
    expect((await events(one.id)).data.map(({ alert_id }: { alert_id: string }) => alert_id)).toEqual([
      one.id,
      one.id,
    ]);
    const { meta } = await events(one.id, '?limit=1');
    const foreign = await call('viewer', `GET /api/v1/alerts/${other.id}/events?cursor=${meta.next_cursor}`);
    expect(foreign.status).toBe(422);
  });

  test('The history of an alert keeps people’s names as they were when they acted', async () => {
    const { id } = await raise();
    const { body: before } = await call('operator', 'GET /api/v1/auth/me');
    await act('operator', id, 'acknowledge');
    await call('operator', 'PATCH /api/v1/auth/me', { name: 'Olga Other' });
    await act('operator', id, 'notes', { text: 'x' });
    const { data } = await events(id);
    const actor = { kind: 'user', id: before.id };
    expect(data.map((event: { actor: object }) => event.actor)).toMatchObject([
      { ...actor, name: 'Olga Other' },
      { ...actor, name: before.name },
      { kind: 'user' },
    ]);
    expect((await read(id)).acknowledged_by_name).toBe(before.name);
    await call('operator', 'PATCH /api/v1/auth/me', { name: before.name });
  });

  test('The history of an alert is the same when the query names the tenant of the alert', async () => {
    const { id, tenant_id } = await raise();
    const { body } = await call('platform', `GET /api/v1/alerts/${id}/events?tenant_id=${tenant_id}`);
    expect(body.data).toHaveLength(1);
  });
});

describe('races', () => {
  test('Racing actions on an alert leave one history entry for each version, in order, and none for actions that changed nothing', async () => {
    const alerts = await Promise.all(
      Array.from({ length: 3 }, (_, place) => raise({ dedup_key: `race ${place}` })),
    );
    const texts = alerts.flatMap(({ id }) =>
      Array.from({ length: 4 }, (_, place) => ({ id, text: `${id} ${place}` })),
    );
    const answers = await Promise.all([
      ...texts.map(({ id, text }) => act('operator', id, 'notes', { text })),
      ...alerts.flatMap(({ id }) => [
        act('operator', id, 'acknowledge', { note: 'Olga' }),
        act('master', id, 'acknowledge', { note: 'Master' }),
        act('operator', id, 'resolve', { note: 'Olga' }),
        act('platform', id, 'resolve', { note: 'Platform' }),
      ]),
      ...alerts.map((_, place) => raise({ dedup_key: `race ${place}`, severity: 'critical' })),
    ]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(await findInconsistencies(guard.table)).toEqual([]);
    for (const { id } of alerts) {
      const { data } = await events(id, '?limit=100');
      const notes = data.map(({ action, note }: { action: string; note: string }) => [action, note]);
      const of = (action: string) => notes.filter(([it]: string[]) => it === action);
      expect(
        of('noted')
          .map(([, note]: string[]) => note)
          .sort(),
      ).toEqual(texts.filter((it) => it.id === id).map(({ text }) => text));
      expect([of('raised'), of('resolved')].map(({ length }) => length)).toEqual([1, 1]);
      // The higher severity makes an acknowledged alert active again.
      const rises = of('severity_raised').length + of('reactivated').length;
      expect(of('acknowledged').length).toBeLessThanOrEqual(1 + rises);
    }
  });
});
