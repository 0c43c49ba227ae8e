import { randomUUID } from 'node:crypto';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { DEMO_PASSWORD } from '../../lib/local/demo-data.ts';
import { ALERTS } from '../../shared/alerts/alert.ts';
import { findConnections } from '../../shared/live/authorize-connections.ts';
import { forgetConnection } from '../../shared/live/close-connection.ts';
import { connectionKeys } from '../../shared/live/connection.ts';
import { recordMissedChanges } from '../../shared/live/delivery-state.ts';
import { CONNECTION_LIMIT, openConnection } from '../../shared/live/open-connection.ts';
import { missedChangesKey, placesKey } from '../../shared/table/keys.ts';
import { getItem } from '../../shared/table/reads.ts';
import type { Table } from '../../shared/table/table.ts';
import { readAll } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { type Mishap, unsureTable } from '../support/heartbeats/unsure-table.ts';
import { entryItems } from '../support/history-of.ts';
import { connectAs, type LiveClient, openClient, tryToConnect } from '../support/live-client.ts';
import { playRounds, race } from '../support/race.ts';
import { repetitions } from '../support/repetitions.ts';
import { startTimers } from '../support/timers.ts';

const SECOND = 1_000;
const PASSWORD = 'a long enough password';
/** Closing many connections takes a while on a busy machine. */
const PATIENT = { timeout: 20 * SECOND };

let guard: TestGuard;
let master: string;
let platform: string;
let tenantId: string;
let siteA: string;
let siteB: string;
beforeAll(async () => {
  guard = await startGuard({ live: { isSerial: true } });
  [master, platform] = await Promise.all([
    guard.signIn('master@acme.test'),
    guard.signIn('platform@guard.test'),
  ]);
  const sites = await Promise.all(['A', 'B'].map((name) => create('/api/v1/sites', { name })));
  [siteA = '', siteB = ''] = sites.map(({ id }) => id);
  tenantId = sites[0].tenant_id;
});
afterAll(() => guard.stop());

const asMaster = (request: string, json?: unknown) =>
  guard.call(request, { token: master, ...(json === undefined ? {} : { json }) });
async function create(path: string, json: object) {
  const { status, body, text } = await asMaster(`POST ${path}`, json);
  if (status !== 201) throw new Error(text);
  return body;
}
const raise = (site_id: string, fields: object = {}) =>
  create('/api/v1/alerts', { site_id, type: 'panic', severity: 'high', message: 'x', ...fields });

let users = 0;
/** Signs in a new user: an operator of these sites, or another role. */
async function newUser({ role = 'operator', sites = [] }: { role?: string; sites?: string[] } = {}) {
  users += 1;
  const email = `live-${users}@acme.test`;
  const { id } = await create('/api/v1/users', { name: 'Live', email, role, password: PASSWORD });
  if (sites.length > 0) await asMaster(`PUT /api/v1/users/${id}/sites`, { site_ids: sites });
  const { body } = await guard.call('POST /api/v1/auth/login', { json: { email, password: PASSWORD } });
  return { id, email, token: body.token as string };
}

/** Resolves after all earlier changes were sent: here the stream is read in order. */
async function settled(): Promise<void> {
  const witness = await connectAs(guard, master);
  const marker = await raise(siteA, { type: 'marker' });
  await witness.next(() => witness.changes().some(({ alert }) => alert?.id === marker.id));
  witness.socket.close();
  await witness.closed;
}

const receivedAlerts = (client: LiveClient) =>
  client
    .changes()
    .filter(({ type, alert }) => type === 'alert' && alert.type !== 'marker')
    .map(({ action, alert }) => [action, alert.id]);

describe('a ticket', () => {
  const ticket = async (token: string, query = '') =>
    guard.call(`POST /api/v1/live/tickets${query}`, { token });

  test('A ticket opens one live connection, and cannot be used again', async () => {
    const { status, body } = await ticket(master);
    expect(status).toBe(201);
    expect(Date.parse(body.expires_at) - guard.clock.now.getTime()).toBe(30 * SECOND);
    const client = openClient(body.url);
    expect(await client.next(() => true)).toEqual({ type: 'ready' });
    expect(await tryToConnect(body.url)).toBe(401);
    client.socket.close();
  });

  test('Only one of many concurrent clients can use a ticket for a live connection', async () => {
    const { body } = await ticket(master);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => tryToConnect(body.url)));
    expect(outcomes.filter((it) => it === 'open')).toHaveLength(1);
    expect(outcomes.filter((it) => it === 401)).toHaveLength(9);
  });

  test('A ticket for a live connection is rejected after 30 seconds, although the table still contains it', async () => {
    const { body } = await ticket(master);
    guard.clock.advance(30 * SECOND);
    expect(await tryToConnect(body.url)).toBe(401);
  });

  test('A wrong ticket, a missing ticket and a ticket of an ended session are rejected alike when a live connection opens', async () => {
    const { token } = await newUser({ sites: [siteA] });
    const { body } = await ticket(token);
    const { body: other } = await ticket(master);
    const { url } = other;
    await guard.call('POST /api/v1/auth/logout', { token });
    const forged = body.ticket.slice(0, -1) + (body.ticket.endsWith('0') ? '1' : '0');
    const wrong = [
      body.url,
      url.split('?')[0],
      `${url.split('?')[0]}?ticket=`,
      `${url.split('?')[0]}?ticket=${encodeURIComponent(forged)}`,
      `${url.split('?')[0]}?ticket=${'x'.repeat(5_000)}`,
    ];
    expect(await Promise.all(wrong.map(tryToConnect))).toEqual(wrong.map(() => 401));
    expect(await tryToConnect(url)).toBe('open');
  });

  test('A platform admin gets a ticket for a live connection to any existing tenant; others to their own tenant only', async () => {
    expect((await ticket(platform)).status).toBe(422);
    expect((await ticket(platform, '?tenant_id=019a0000-0000-7000-8000-000000000000')).status).toBe(404);
    const globex = await guard.signIn('master@globex.test');
    expect((await ticket(globex, `?tenant_id=${tenantId}`)).status).toBe(404);
    const client = await connectAs(guard, platform, `?tenant_id=${tenantId}`);
    const alert = await raise(siteA);
    await client.next(() => receivedAlerts(client).length > 0);
    expect(receivedAlerts(client)).toEqual([['raised', alert.id]]);
    client.socket.close();
  });
});

describe('a key that reads', () => {
  const newKey = (json: object = {}) => create('/api/v1/keys', { name: 'Wall', access: 'read', ...json });
  const revoke = (id: string) => asMaster(`DELETE /api/v1/keys/${id}`);

  test('A live connection of an API key receives the changes of its site only, until the key is revoked', async () => {
    const { key, id } = await newKey({ site_id: siteA });
    const { key: other } = await newKey();
    const [bound, whole] = [await connectAs(guard, key), await connectAs(guard, other)];
    const alerts = [await raise(siteB), await raise(siteA)].map((it) => ['raised', it.id]);
    await settled();
    expect([receivedAlerts(bound), receivedAlerts(whole)]).toEqual([alerts.slice(1), alerts]);
    await asMaster(`PATCH /api/v1/keys/${id}`, { name: 'Renamed' });
    expect((await revoke(id)).status).toBe(204);
    expect(await bound.next(({ type }) => type === 'closing')).toMatchObject({ reason: 'session_ended' });
    await bound.closed;
    await raise(siteA);
    await settled();
    expect(receivedAlerts(bound)).toHaveLength(1);
    expect(receivedAlerts(whole)).toHaveLength(3);
    const left = (await readAll(guard.table)).filter((item) => item.user_id === id);
    expect(left).toEqual([]);
    whole.socket.close();
  });

  test('A live connection of an API key receives no messages about sites on test, which API keys cannot read', async () => {
    const { key } = await newKey();
    const client = await connectAs(guard, key);
    const ends_at = new Date(guard.clock.now.getTime() + 3_600_000).toISOString();
    await create(`/api/v1/sites/${siteA}/tests`, { ends_at, reason: 'New detectors' });
    await settled();
    expect((await guard.call('GET /api/v1/tests', { token: key })).status).toBe(403);
    expect(client.changes().filter(({ type }) => type === 'test')).toEqual([]);
    client.socket.close();
  });

  test('A live connection of a wall receives changes of alerts without people and without what people write', async () => {
    const expires_at = new Date(guard.clock.now.getTime() + 86_400_000).toISOString();
    const { key } = await newKey({ access: 'wall', expires_at });
    const wall = await connectAs(guard, key);
    const reader = await connectAs(guard, (await newKey()).key);
    const { name } = (await asMaster('GET /api/v1/auth/me')).body;
    const alert = await raise(siteA, {
      message: 'Call Mrs Doe',
      dedup_key: 'doe',
      metadata: { user: 'Doe' },
    });
    await asMaster(`POST /api/v1/alerts/${alert.id}/acknowledge`, { note: 'Doe is on the way' });
    await asMaster(`POST /api/v1/alerts/${alert.id}/resolve`, { note: 'Doe again', resolution: 'real' });
    const ends_at = new Date(guard.clock.now.getTime() + 3_600_000).toISOString();
    await create(`/api/v1/sites/${siteA}/tests`, { ends_at, reason: 'Doe' });
    await settled();
    expect(receivedAlerts(wall)).toEqual(receivedAlerts(reader));
    expect(receivedAlerts(wall)).toContainEqual(['resolved', alert.id]);
    const last = wall.changes().findLast((it) => it.alert?.id === alert.id).alert;
    expect(last).toMatchObject({ type: 'panic', severity: 'high', site_name: 'A', resolution: 'real' });
    const [seen, known] = [wall, reader].map((it) => JSON.stringify(it.changes()));
    for (const secret of [name, 'Doe', 'doe'])
      expect([secret, seen?.includes(secret)]).toEqual([secret, false]);
    expect([known?.includes(name), known?.includes('Doe')]).toEqual([true, true]);
    wall.socket.close();
    reader.socket.close();
  });

  test('A live connection of an API key ends when the site of the key is deleted', async () => {
    const site = await create('/api/v1/sites', { name: 'Closed' });
    const { key } = await newKey({ site_id: site.id });
    const client = await connectAs(guard, key);
    expect((await asMaster(`DELETE /api/v1/sites/${site.id}`)).status).toBe(204);
    expect(await client.next(({ type }) => type === 'closing')).toMatchObject({ reason: 'session_ended' });
    await client.closed;
  });

  test('A revoked API key’s ticket opens no live connection; a connection opened during the revocation is closed', async () => {
    const first = await newKey();
    const { body } = await guard.call('POST /api/v1/live/tickets', { token: first.key });
    await revoke(first.id);
    expect(await tryToConnect(body.url)).toBe(401);
    await playRounds(repetitions({ few: 4, many: 40 }), async (round) => {
      const { key, id } = await newKey({ site_id: siteA });
      const ticket = await guard.call('POST /api/v1/live/tickets', { token: key });
      const [client] = await race(
        round,
        async () => openClient(ticket.body.url),
        () => revoke(id),
      );
      await client.closed;
    });
  });

  test('A live connection of an API key ends when the key expires', async () => {
    const timers = await startTimers(guard);
    const { key } = await newKey({
      expires_at: new Date(guard.clock.now.getTime() + 60 * SECOND).toISOString(),
    });
    const client = await connectAs(guard, key);
    guard.clock.advance(60 * SECOND);
    await timers.tick();
    expect(await client.closed).toBe(1000);
    expect(client.messages.at(-1)).toEqual({ type: 'closing', reason: 'session_ended' });
    await timers.stop();
  });
});

describe('the limit of connections', () => {
  test('A user at the limit of live connections gets neither a ticket nor a connection until one ends', async () => {
    const { token } = await newUser({ sites: [siteA] });
    const ticket = () => guard.call('POST /api/v1/live/tickets', { token });
    const spare = await ticket();
    const clients = await Promise.all(
      Array.from({ length: CONNECTION_LIMIT }, () => connectAs(guard, token)),
    );
    const refused = await ticket();
    expect([refused.status, refused.body.code]).toEqual([409, 'too_many_connections']);
    expect(await tryToConnect(spare.body.url)).toBe(429);
    const [first] = clients;
    first?.socket.close();
    await first?.closed;
    await expect.poll(async () => (await ticket()).status, PATIENT).toBe(201);
    // The rejected ticket is still valid.
    expect(await tryToConnect(spare.body.url)).toBe('open');
    for (const { socket } of clients) socket.close();
    await Promise.all(clients.map(({ closed }) => closed));
  });

  /** The tickets of a new user, and the places that the user's connections have. */
  async function newPerson(count: number) {
    const { id, token } = await newUser({ sites: [siteA] });
    const issued = await Promise.all(
      Array.from({ length: count }, () => guard.call('POST /api/v1/live/tickets', { token })),
    );
    const tickets: { ticket: string; url: string }[] = issued.map(({ body }) => body);
    const places = async () => {
      const item = await getItem(guard.table, placesKey(tenantId, id));
      return [...((item?.['places'] ?? []) as Iterable<string>)].sort();
    };
    const connections = async () => (await findConnections(guard.table, { tenantId, userId: id })).length;
    return { id, token, tickets, places, connections };
  }
  const openFor = (connectionId: string, ticket: string | undefined, table: Table = guard.table) =>
    openConnection(table, ticket, { connectionId, now: guard.clock.now, random: () => 0 });
  const newIds = (count: number) => Array.from({ length: count }, () => `${randomUUID()}=`);

  test('Of 70 live connections that a user opens at once, 50 open, and the tickets of the others can be used later', async () => {
    const { tickets, places, connections } = await newPerson(CONNECTION_LIMIT + 20);
    const sockets = tickets.map(({ url }) => new WebSocket(url));
    const outcomes = await Promise.all(
      sockets.map(
        (socket) =>
          new Promise((resolve) => {
            socket.on('error', () => {});
            socket.once('open', () => resolve('open'));
            socket.once('unexpected-response', (_, { statusCode }) => resolve(statusCode));
          }),
      ),
    );
    expect(outcomes.filter((it) => it === 'open')).toHaveLength(CONNECTION_LIMIT);
    expect(outcomes.filter((it) => it === 429)).toHaveLength(20);
    expect([(await places()).length, await connections()]).toEqual([CONNECTION_LIMIT, CONNECTION_LIMIT]);
    const late = tickets[outcomes.indexOf(429)]?.url ?? '';
    expect(await tryToConnect(late)).toBe(429);
    sockets[outcomes.indexOf('open')]?.close();
    await expect.poll(async () => (await places()).length, PATIENT).toBe(CONNECTION_LIMIT - 1);
    await expect.poll(() => tryToConnect(late), PATIENT).toBe('open');
    for (const socket of sockets) socket.terminate();
    await expect.poll(connections, PATIENT).toBe(0);
    expect(await places()).toEqual([]);
  });

  test('When a user opens more live connections at once than allowed, exactly the allowed number opens, and only these count', async () => {
    // One after another: each has 55 racers, and several at once would keep the engine busy beyond the patience of a request.
    for (let round = 0; round < repetitions({ few: 1, many: 20 }); round += 1) {
      const { tickets, places, connections } = await newPerson(CONNECTION_LIMIT + 5);
      const ids = tickets.map((_, it) => `r${round}-${it}=`);
      const outcomes: unknown[] = await Promise.all(
        tickets.map(({ ticket }, it) => openFor(ids[it] ?? '', ticket)),
      );
      const opened = ids.filter((_, it) => typeof outcomes[it] !== 'string');
      expect(opened).toHaveLength(CONNECTION_LIMIT);
      expect([await places(), await connections()]).toEqual([opened.sort(), CONNECTION_LIMIT]);
    }
  });

  test('The limit of live connections is reached exactly even if concurrent transactions on one item cancel each other, as on AWS', async () => {
    const { tickets, places, connections } = await newPerson(CONNECTION_LIMIT + 5);
    const taken = { count: 0, isTaken: false };
    const send = async (command: object): Promise<unknown> => {
      const isTransaction = command.constructor.name === 'TransactWriteCommand';
      if (isTransaction && taken.isTaken) {
        taken.count += 1;
        const CancellationReasons = [{ Code: 'TransactionConflict' }];
        throw new TransactionCanceledException({ $metadata: {}, message: 'conflict', CancellationReasons });
      }
      if (isTransaction) taken.isTaken = true;
      return guard.table.client.send(command as never).finally(() => {
        if (isTransaction) taken.isTaken = false;
      });
    };
    const table = { ...guard.table, client: Object.create(guard.table.client, { send: { value: send } }) };
    const outcomes = await Promise.all(tickets.map(({ ticket }) => openFor(randomUUID(), ticket, table)));
    expect(outcomes.filter((it) => it === 'too_many_connections')).toHaveLength(5);
    expect([(await places()).length, await connections()]).toEqual([CONNECTION_LIMIT, CONNECTION_LIMIT]);
    expect(taken.count).toBeGreaterThan(0);
  });

  test.each<[Mishap]>([['reply_lost'], ['refused'], ['run_ends']])(
    'A live connection counts towards the limit if and only if its items are stored, even when a call fails during its opening (%s)',
    async (mishap) => {
      for (let after = 0; ; after += 1) {
        const { tickets, places, connections } = await newPerson(1);
        const table = unsureTable(guard.table, mishap, after);
        const outcome = await openFor(randomUUID(), tickets[0]?.ticket, table).catch(() => 'failed');
        const count = await connections();
        expect((await places()).length).toBe(count);
        if (typeof outcome !== 'string') expect(count).toBe(1);
        if (!table.hasFailed()) break;
        // Whoever could not connect tries again.
        if (count === 0) expect(await openFor(randomUUID(), tickets[0]?.ticket)).toMatchObject({ tenantId });
      }
    },
  );

  test('If the reply to opening the last allowed live connection is lost, the connection counts once towards the limit', async () => {
    const { tickets, places } = await newPerson(CONNECTION_LIMIT + 1);
    for (const [place, id] of newIds(CONNECTION_LIMIT - 1).entries()) {
      expect(await openFor(id, tickets[place]?.ticket)).toMatchObject({ id });
    }
    const [last, more] = tickets.slice(-2);
    const lost = Object.create(guard.table.client, {
      send: {
        value: async (command: never) => {
          const answer = await guard.table.client.send(command);
          const { name } = (command as object).constructor;
          if (name === 'TransactWriteCommand') throw Object.assign(new Error(), { name: 'TimeoutError' });
          return answer;
        },
      },
    });
    const table = { ...guard.table, client: lost };
    expect(await openFor('last=', last?.ticket, table)).toMatchObject({ id: 'last=' });
    expect((await places()).length).toBe(CONNECTION_LIMIT);
    expect(await openFor('more=', more?.ticket)).toBe('too_many_connections');
  });

  test('At the limit, a new live connection replaces one that no longer exists but is still counted', async () => {
    const { id, tickets, places } = await newPerson(CONNECTION_LIMIT + 2);
    const ids = newIds(CONNECTION_LIMIT);
    const opened = await Promise.all(ids.map((it, place) => openFor(it, tickets[place]?.ticket)));
    const [first, second, ...others] = opened.filter((it) => typeof it !== 'string');
    if (!first || !second) throw new Error('Not opened');
    // As if forgetting it had failed to give back its place.
    const { own, byId, copies, receivers } = connectionKeys(first);
    for (const Key of [byId, ...copies, ...receivers, own]) {
      await guard.table.client.send(new DeleteCommand({ TableName: guard.table.name, Key }));
    }
    const [next, more] = tickets.slice(-2);
    expect(await openFor('next=', next?.ticket)).toMatchObject({ id: 'next=' });
    expect(await places()).toEqual([...ids.filter((it) => it !== first.id), 'next='].sort());
    expect(await openFor('none=', more?.ticket)).toBe('too_many_connections');
    await Promise.all([second, ...others].map((it) => forgetConnection(guard.table, it)));
    await forgetConnection(guard.table, first);
    expect(await places()).toEqual(['next=']);
    const item = await getItem(guard.table, placesKey(tenantId, id));
    // It outlives every connection.
    expect(Number(item?.['ttl']) * SECOND).toBeGreaterThan(guard.clock.now.getTime() + 120 * 60 * SECOND);
  });

  test('The limit of a platform admin’s live connections counts all tenants and does not affect other users', async () => {
    const tenants = await guard.call('GET /api/v1/tenants', { token: platform });
    const ids: string[] = tenants.body.data.map(({ id }: { id: string }) => id);
    expect(ids.length).toBeGreaterThan(1);
    const clients = await Promise.all(
      Array.from({ length: CONNECTION_LIMIT }, (_, place) =>
        connectAs(guard, platform, `?tenant_id=${ids[place % ids.length]}`),
      ),
    );
    const { status } = await guard.call(`POST /api/v1/live/tickets?tenant_id=${ids[0]}`, { token: platform });
    expect(status).toBe(409);
    const other = await connectAs(guard, master);
    for (const { socket } of [...clients, other]) socket.close();
    await Promise.all(clients.map(({ closed }) => closed));
    await expect
      .poll(
        async () =>
          (await guard.call(`POST /api/v1/live/tickets?tenant_id=${ids[0]}`, { token: platform })).status,
        PATIENT,
      )
      .toBe(201);
  });
});

describe('a connection', () => {
  test('A live connection receives each change of the alerts in the scope of its user', async () => {
    const [both, onlyB, globex] = await Promise.all([
      newUser({ sites: [siteA, siteB] }),
      newUser({ role: 'viewer', sites: [siteB] }),
      guard.signIn('master@globex.test'),
    ]);
    const clients = await Promise.all([both.token, onlyB.token, globex].map((it) => connectAs(guard, it)));
    const [ofBoth, ofB, ofGlobex] = clients as [LiveClient, LiveClient, LiveClient];
    const alert = await raise(siteA, { metadata: { battery: '11' } });
    await ofBoth.next(() => receivedAlerts(ofBoth).length > 0);
    const { body: acknowledged } = await asMaster(`POST /api/v1/alerts/${alert.id}/acknowledge`);
    await ofBoth.next(() => receivedAlerts(ofBoth).length > 1);
    expect(ofBoth.changes()).toEqual([
      { type: 'alert', action: 'raised', alert },
      { type: 'alert', action: 'acknowledged', alert: acknowledged },
    ]);
    await settled();
    expect(receivedAlerts(ofB)).toEqual([]);
    expect(receivedAlerts(ofGlobex)).toEqual([]);
    for (const { socket } of clients) socket.close();
  });

  test('A live connection receives that an acknowledged alert is active again because its severity rose', async () => {
    const { token } = await newUser({ sites: [siteA] });
    const client = await connectAs(guard, token);
    const alert = await raise(siteA, { severity: 'low', type: 'tamper', dedup_key: 'rise' });
    await asMaster(`POST /api/v1/alerts/${alert.id}/acknowledge`);
    await client.next(() => receivedAlerts(client).length > 1);
    const worse = { site_id: siteA, severity: 'high', type: 'tamper', message: 'x', dedup_key: 'rise' };
    expect((await asMaster('POST /api/v1/alerts', worse)).status).toBe(200);
    await client.next(() => receivedAlerts(client).length > 2);
    expect(client.changes().at(-1)).toMatchObject({
      type: 'alert',
      action: 'severity_raised',
      alert: { id: alert.id, status: 'active', severity: 'high', version: 3 },
    });
    client.socket.close();
  });

  test('A live connection receives new, changed and moved devices, and device_removed for those outside its scope', async () => {
    const { token } = await newUser({ sites: [siteA] });
    const client = await connectAs(guard, token);
    const count = (length: number) => client.next(() => client.changes().length >= length);
    const device = await create(`/api/v1/sites/${siteA}/devices`, { name: 'Door', type: 'door-contact' });
    await count(1);
    const { body: renamed } = await asMaster(`PATCH /api/v1/devices/${device.id}`, { name: 'Gate' });
    await count(2);
    await asMaster(`PATCH /api/v1/devices/${device.id}`, { site_id: siteB });
    await count(3);
    const other = await create(`/api/v1/sites/${siteA}/devices`, { name: 'Lamp', type: 'light' });
    await count(4);
    await asMaster(`DELETE /api/v1/devices/${other.id}`);
    await count(5);
    await settled();
    const changes = client.changes().filter(({ type }) => type !== 'alert');
    expect(changes).toEqual([
      { type: 'device', device },
      { type: 'device', device: renamed },
      { type: 'device_removed', device_id: device.id },
      { type: 'device', device: other },
      { type: 'device_removed', device_id: other.id },
    ]);
    client.socket.close();
  });

  test('A live connection that may have missed changes is closed at its next ping; a connection opened later stays open', async () => {
    const missed = await connectAs(guard, master);
    await recordMissedChanges(guard.table, [tenantId], guard.clock.now);
    guard.clock.advance(SECOND);
    const next = await connectAs(guard, master);
    for (const { socket } of [missed, next]) socket.send('{"type":"ping"}');
    await missed.closed;
    expect(missed.messages.at(-1)).toEqual({ type: 'closing', reason: 'lifetime_over' });
    expect(await next.next(({ type }) => type !== 'ready')).toEqual({ type: 'pong', late_seconds: 0 });
    next.socket.close();
  });

  test('If sending a change fails, the live connections of its tenant are closed at their next ping, to list again', async () => {
    const client = await connectAs(guard, master);
    const { id } = await raise(siteA);
    await client.next(() => client.changes().length === 1);
    const { client: dynamodb, name: TableName } = guard.table;
    const key = ALERTS.key(tenantId, id);
    const [entry] = entryItems([await getItem(guard.table, key)]);
    const setSeverity = (severity: string) =>
      dynamodb.send(
        new UpdateCommand({
          TableName,
          Key: key,
          UpdateExpression: 'SET #data.severity = :severity',
          ExpressionAttributeNames: { '#data': 'data' },
          ExpressionAttributeValues: { ':severity': severity },
        }),
      );
    await setSeverity('unreadable');
    await dynamodb.send(new DeleteCommand({ TableName, Key: missedChangesKey(tenantId) }));
    // A change of the alert, for the stream.
    await dynamodb.send(new PutCommand({ TableName, Item: { ...entry, sk: `${entry?.['sk']}-again` } }));
    await expect.poll(async () => getItem(guard.table, missedChangesKey(tenantId))).toBeDefined();
    await setSeverity('high');
    await settled(); // the repeated batch succeeds
    client.socket.send('{"type":"ping"}');
    await client.closed;
    expect(client.messages.at(-1)).toEqual({ type: 'closing', reason: 'lifetime_over' });
    guard.clock.advance(SECOND);
  });

  test('A live connection answers a ping with a pong, and any other message with an error', async () => {
    const client = await connectAs(guard, master);
    for (const text of ['{"type":"ping"}', 'hello', '{"type":"ping","x":1}', `"${'x'.repeat(20_000)}"`]) {
      client.socket.send(text);
    }
    await client.next(() => client.messages.length === 5);
    const types = client.messages.map(({ type }) => type).sort();
    expect(types).toEqual(['error', 'error', 'error', 'pong', 'ready']);
    client.socket.close();
  });

  test('A live connection that sends more than 30 messages and a regular ping at once is closed, and its items are deleted', async () => {
    const { id, token } = await newUser({ sites: [siteA] });
    const client = await connectAs(guard, token);
    for (let sent = 0; sent < 3_000; sent += 1) client.socket.send('{"type":"ping"}');
    await client.closed;
    const types = client.messages.map(({ type }) => type);
    expect(types).toEqual(['ready', ...Array(31).fill('pong'), 'closing']);
    expect(client.messages.at(-1)).toEqual({ type: 'closing', reason: 'too_many_messages' });
    await expect.poll(() => connectionsOf(id)).toBe(0);
  });

  test('A live connection may send 6 messages for each minute that it is open, and a ping every 20 seconds', async () => {
    const { token } = await newUser({ sites: [siteA] });
    const client = await connectAs(guard, token);
    const pong = async (times: number) => {
      const before = client.messages.length;
      for (let sent = 0; sent < times; sent += 1) client.socket.send('{"type":"ping"}');
      await client.next(() => client.messages.length === before + times);
    };
    await pong(31);
    for (let times = 0; times < 3; times += 1) {
      guard.clock.advance(20 * SECOND);
      await pong(1 + 2);
    }
    client.socket.send('{"type":"ping"}');
    await client.closed;
    expect(client.messages.at(-1)).toEqual({ type: 'closing', reason: 'too_many_messages' });
  });

  test('The items of a live connection are deleted when its client disconnects', async () => {
    const { id, token } = await newUser({ sites: [siteA] });
    const client = await connectAs(guard, token);
    expect(await connectionsOf(id)).toBe(1);
    client.socket.close();
    await client.closed;
    await expect.poll(() => connectionsOf(id)).toBe(0);
  });

  async function connectionsOf(userId: string): Promise<number> {
    return (await findConnections(guard.table, { tenantId, userId })).length;
  }
});

describe('who looks at an alert', () => {
  const view = ({ socket }: LiveClient, alert_id: string | null) =>
    socket.send(JSON.stringify({ type: 'viewing', alert_id }));
  /** Resolves when these people, and nobody else, are the viewers that a client was last told of. */
  const sees = async (client: LiveClient, alert_id: string, people: readonly { readonly id: string }[]) => {
    const last = () =>
      client
        .received()
        .filter((it) => it.type === 'viewers' && it.alert_id === alert_id)
        .at(-1)
        ?.viewers.map(({ user_id }: { user_id: string }) => user_id)
        .sort();
    await expect.poll(last).toEqual(people.map(({ id }) => id).sort());
  };

  test('People who have an alert open see live who else has, until one opens another alert or disconnects', async () => {
    const [one, other] = [await newUser({ sites: [siteA] }), await newUser({ sites: [siteA] })];
    const [first, second] = [await connectAs(guard, one.token), await connectAs(guard, other.token)];
    const idle = await connectAs(guard, master);
    const [alert, another] = [await raise(siteA), await raise(siteA)];
    view(first, alert.id);
    await sees(first, alert.id, [one]);
    view(second, alert.id);
    await Promise.all([first, second].map((it) => sees(it, alert.id, [one, other])));
    expect(second.received().findLast(({ type }) => type === 'viewers').viewers).toContainEqual({
      user_id: one.id,
      name: 'Live',
    });
    view(second, another.id);
    await sees(first, alert.id, [one]);
    await sees(second, another.id, [other]);
    view(second, alert.id);
    await sees(first, alert.id, [one, other]);
    view(second, null);
    await sees(first, alert.id, [one]);
    view(second, alert.id);
    await sees(first, alert.id, [one, other]);
    second.socket.close();
    await sees(first, alert.id, [one]);
    await settled();
    expect(idle.received().filter(({ type }) => type === 'viewers')).toEqual([]);
    for (const { socket } of [first, idle]) socket.close();
  });

  test('A person with two windows on an alert is one viewer, and stays one when a window is closed', async () => {
    const { id, token } = await newUser({ sites: [siteA] });
    const windows = [await connectAs(guard, token), await connectAs(guard, token)] as const;
    const alert = await raise(siteA);
    for (const it of windows) view(it, alert.id);
    for (const it of windows) await sees(it, alert.id, [{ id }]);
    windows[0].socket.close();
    await windows[0].closed;
    await settled();
    await sees(windows[1], alert.id, [{ id }]);
    windows[1].socket.close();
  });

  test('Nobody outside the scope of an alert sees who looks at it, nor is shown as looking at it', async () => {
    const inside = await newUser({ sites: [siteA] });
    const outside = await newUser({ sites: [siteB] });
    const globex = await guard.signIn('master@globex.test');
    const viewer = await connectAs(guard, inside.token);
    const strangers = [await connectAs(guard, outside.token), await connectAs(guard, globex)];
    const alert = await raise(siteA);
    for (const it of strangers) view(it, alert.id);
    await settled();
    view(viewer, alert.id);
    await sees(viewer, alert.id, [inside]);
    view(viewer, '019a0000-0000-7000-8000-000000000000'); // no alert has this id
    await settled();
    for (const it of strangers) expect(it.received().filter(({ type }) => type === 'viewers')).toEqual([]);
    for (const { socket } of [viewer, ...strangers]) socket.close();
  });

  test('An API key is not sent who looks at an alert, and cannot look at one', async () => {
    const { key } = await create('/api/v1/keys', { name: 'Wall', access: 'read' });
    const [wall, person] = [await connectAs(guard, key), await newUser({ sites: [siteA] })];
    const viewer = await connectAs(guard, person.token);
    const alert = await raise(siteA);
    view(wall, alert.id);
    await wall.next(({ type }) => type === 'error');
    view(viewer, alert.id);
    await sees(viewer, alert.id, [person]);
    expect(wall.received().filter(({ type }) => type === 'viewers')).toEqual([]);
    for (const { socket } of [wall, viewer]) socket.close();
  });

  test('A client that floods its live connection with opened alerts is closed, and at most 30 of them are stored', async () => {
    const person = await newUser({ sites: [siteA] });
    const client = await connectAs(guard, person.token);
    const alerts = [await raise(siteA), await raise(siteA)];
    for (let sent = 0; sent < 3_000; sent += 1) view(client, alerts[sent % 2]?.id);
    await client.closed;
    expect(client.messages).toContainEqual({ type: 'closing', reason: 'too_many_messages' });
    expect(client.received().filter(({ type }) => type === 'viewers').length).toBeLessThanOrEqual(30);
    await expect.poll(() => findConnections(guard.table, { tenantId, userId: person.id })).toEqual([]);
  });

  test('A message that names no alert by its id is answered with an error, and what a person has open stays', async () => {
    const person = await newUser({ sites: [siteA] });
    const client = await connectAs(guard, person.token);
    const alert = await raise(siteA);
    view(client, alert.id);
    await sees(client, alert.id, [person]);
    for (const wrong of [{ alert_id: 'x' }, { alert_id: 7 }, {}, { alert_id: null, more: 1 }]) {
      client.socket.send(JSON.stringify({ type: 'viewing', ...wrong }));
    }
    await client.next(() => client.messages.filter(({ type }) => type === 'error').length === 4);
    await sees(client, alert.id, [person]);
    client.socket.close();
  });
});

describe('connections by site', () => {
  /** The stored items of the connections of a user. */
  const itemsOf = async (userId: string) =>
    (await readAll(guard.table)).filter(
      ({ pk, sk, user_id }) => user_id === userId && /^(LIVE|CONNECTION)#/.test(`${pk} ${sk}`),
    );
  test('Users with 0, 1, 50, 51 or all sites receive live what they may see; after new assignments their connections are closed and deleted', async () => {
    const sites: string[] = [siteA];
    while (sites.length < 51) sites.push((await create('/api/v1/sites', { name: `S${sites.length}` })).id);
    const people = await Promise.all([
      ...[0, 1, 50, 51].map((count) => newUser({ sites: sites.slice(0, count) })),
      newUser({ role: 'tenant_admin' }),
    ]);
    const clients = await Promise.all(people.map(({ token }) => connectAs(guard, token)));
    const items = await Promise.all(people.map(({ id }) => itemsOf(id)));
    expect(items.map(({ length }) => length)).toEqual([2, 3, 52, 3, 3]);
    for (const place of [0, 1]) {
      const alert = await raise(siteA);
      await Promise.all(clients.slice(1).map((it) => it.next(() => receivedAlerts(it).length > place)));
      for (const it of clients.slice(1)) expect(receivedAlerts(it)[place]).toEqual(['raised', alert.id]);
    }
    await settled();
    expect(clients.map((it) => receivedAlerts(it).length)).toEqual([0, 2, 2, 2, 2]);
    const assign = (id: string, site_ids: readonly string[]) =>
      asMaster(`PUT /api/v1/users/${id}/sites`, { site_ids });
    const operators = people.slice(0, 4);
    for (const { id } of operators) await assign(id, [siteB]);
    for (const it of clients.slice(0, 4)) {
      await it.closed;
      expect(it.messages.at(-1)).toEqual({ type: 'closing', reason: 'reach_changed' });
    }
    for (const { id } of operators) await expect.poll(() => itemsOf(id), PATIENT).toEqual([]);
    clients[4]?.socket.close();
  });
});

describe('closing a connection', () => {
  interface Case {
    readonly what: string;
    readonly reason: string;
    readonly role?: string;
    readonly end: (user: { id: string; token: string }) => Promise<unknown>;
  }
  const cases: Case[] = [
    {
      what: 'its user signs out',
      reason: 'session_ended',
      end: ({ token }) => guard.call('POST /api/v1/auth/logout', { token }),
    },
    {
      what: 'its token is renewed',
      reason: 'session_ended',
      end: ({ token }) => guard.call('POST /api/v1/auth/refresh', { token }),
    },
    {
      what: 'another session ends its session',
      reason: 'session_ended',
      end: async ({ id }) => {
        const { body } = await asMaster(`GET /api/v1/users/${id}`);
        const other = await guard.call('POST /api/v1/auth/login', {
          json: { email: body.email, password: PASSWORD },
        });
        return guard.call('DELETE /api/v1/auth/sessions', { token: other.body.token });
      },
    },
    {
      what: 'its user is blocked',
      reason: 'account_not_active',
      end: ({ id }) => asMaster(`PATCH /api/v1/users/${id}`, { status: 'blocked' }),
    },
    {
      what: 'its user is deleted',
      reason: 'account_not_active',
      end: ({ id }) => asMaster(`DELETE /api/v1/users/${id}`),
    },
    {
      what: 'the password of its user is reset',
      reason: 'session_ended',
      end: ({ id }) => asMaster(`PATCH /api/v1/users/${id}`, { password: `${PASSWORD}!` }),
    },
    {
      what: 'its user gets another role',
      reason: 'reach_changed',
      end: ({ id }) => asMaster(`PATCH /api/v1/users/${id}`, { role: 'tenant_admin' }),
    },
    {
      what: 'its user loses sites',
      reason: 'reach_changed',
      end: ({ id }) => asMaster(`PUT /api/v1/users/${id}/sites`, { site_ids: [siteB] }),
    },
    {
      what: 'its user gets another site',
      reason: 'reach_changed',
      end: ({ id }) => asMaster(`PUT /api/v1/users/${id}/sites`, { site_ids: [siteA, siteB] }),
    },
  ];

  test.each(cases)(
    'A live connection is closed with $reason, and receives nothing afterwards, when $what',
    async ({ reason, end }) => {
      const user = await newUser({ sites: [siteA] });
      const [client, bystander] = await Promise.all([connectAs(guard, user.token), connectAs(guard, master)]);
      const startedAt = performance.now();
      await end(user);
      const alert = await raise(siteA);
      expect(await client.closed).toBe(1000);
      expect(performance.now() - startedAt).toBeLessThan(5 * SECOND);
      expect(client.messages.at(-1)).toEqual({ type: 'closing', reason });
      // An alert raised afterwards is not sent to this connection.
      expect(receivedAlerts(client)).not.toContainEqual(['raised', alert.id]);
      await bystander.next(() => receivedAlerts(bystander).length > 0);
      bystander.socket.close();
    },
  );

  test('Deactivating a tenant closes the live connections of its users, but not that of a platform admin', async () => {
    const { body } = await guard.call('POST /api/v1/tenants', {
      token: platform,
      json: { name: 'Short-lived', master: { name: 'M', email: 'short@lived.test', password: PASSWORD } },
    });
    const { body: session } = await guard.call('POST /api/v1/auth/login', {
      json: { email: 'short@lived.test', password: PASSWORD },
    });
    const client = await connectAs(guard, session.token);
    const admin = await connectAs(guard, platform, `?tenant_id=${body.id}`);
    await guard.call(`PATCH /api/v1/tenants/${body.id}`, { token: platform, json: { status: 'inactive' } });
    expect(await client.closed).toBe(1000);
    expect(client.messages).toEqual([{ type: 'ready' }, { type: 'closing', reason: 'tenant_not_active' }]);
    expect(admin.messages).toEqual([{ type: 'ready' }]);
    admin.socket.close();
  });

  test('Signing out closes the live connection of a platform admin who watches another tenant', async () => {
    const { body } = await guard.call('POST /api/v1/auth/login', {
      json: { email: 'platform@guard.test', password: DEMO_PASSWORD },
    });
    const client = await connectAs(guard, body.token, `?tenant_id=${tenantId}`);
    await guard.call('POST /api/v1/auth/logout', { token: body.token });
    expect(await client.closed).toBe(1000);
    expect(client.messages.at(-1)).toEqual({ type: 'closing', reason: 'session_ended' });
  });

  test('A timer closes a live connection at the end of its lifetime or of its token', async () => {
    const MINUTE = 60 * SECOND;
    const isClosing = ({ messages }: LiveClient) => messages.some(({ type }) => type === 'closing');
    const timers = await startTimers(guard);
    const [old, other] = [await newUser({ sites: [siteA] }), await newUser({ sites: [siteA] })];
    const first = await connectAs(guard, old.token);
    guard.clock.advance(104 * MINUTE);
    const second = await connectAs(guard, other.token);
    await timers.tick();
    expect(isClosing(first)).toBe(false);
    guard.clock.advance(11 * MINUTE);
    await timers.tick();
    expect(await first.closed).toBe(1000);
    expect(first.messages.at(-1)).toEqual({ type: 'closing', reason: 'lifetime_over' });
    expect(isClosing(second)).toBe(false);

    const third = await connectAs(guard, old.token);
    guard.clock.advance(24 * 60 * MINUTE - 116 * MINUTE);
    // This connection lasted as long as its token, and less than two hours.
    const last = await connectAs(guard, other.token);
    guard.clock.advance(2 * MINUTE);
    await timers.tick();
    expect(await last.closed).toBe(1000);
    expect(last.messages.at(-1)).toEqual({ type: 'closing', reason: 'session_ended' });
    expect(await third.closed).toBe(1000);
    await timers.stop();
    [master, platform] = await Promise.all([
      guard.signIn('master@acme.test'),
      guard.signIn('platform@guard.test'),
    ]);
  });

  test('A user who changes the own password keeps the current session and its live connection', async () => {
    const { token } = await newUser({ sites: [siteA] });
    const client = await connectAs(guard, token);
    const { status } = await guard.call('PATCH /api/v1/auth/me', {
      token,
      json: { password: `${PASSWORD}?`, current_password: PASSWORD },
    });
    expect(status).toBe(200);
    await settled();
    expect(client.messages.map(({ type }) => type)).not.toContain('closing');
    client.socket.close();
  });
});
