import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGuardClient } from '../../lib/client/index.ts';
import { connectionPrefix, livePartition } from '../../shared/table/keys.ts';
import { type LiveClient, openClient, tryToConnect } from '../support/live-client.ts';
import { BASE_URL, call, create, LIVE_URL, PASSWORD, TABLE_NAME } from './deployed-guard.ts';
import { addUser, openPremises, type Premises, raiseAlert, type SignedIn } from './deployed-premises.ts';

/**
 * The deployed WebSocket API: tickets open real sockets, and changes arrive through the table's stream, the fan-out function and
 * `@connections`. MiniStack enforces the permission of roles to call it.
 */

const table = DynamoDBDocumentClient.from(new DynamoDBClient({}));
let premises: Premises;
let otherSiteId: string;

beforeAll(async () => {
  premises = await openPremises('Live');
  otherSiteId = (await create('/api/v1/sites', premises.master.token, { name: 'Depot' })).id;
});

afterAll(() => table.destroy());

const ticketOf = ({ token }: SignedIn) => create('/api/v1/live/tickets', token);

/** A client without messages for this time sends a ping; if its connection is unknown, it is closed and connects again. */
const UNTIL_PING_MILLISECONDS = 5_000;
const MOST_ATTEMPTS = 3;
const PING = '{"type":"ping"}';

/** Connects as a user; resolves on `ready`. */
async function connect(user: SignedIn, attempt = 1): Promise<LiveClient> {
  const client = openClient((await ticketOf(user)).url);
  const asking = setInterval(() => client.socket.send(PING), UNTIL_PING_MILLISECONDS);
  try {
    await client.next(({ type }) => type === 'ready' || type === 'pong');
    return client;
  } catch (error) {
    if (attempt === MOST_ATTEMPTS) throw error;
    return connect(user, attempt + 1);
  } finally {
    clearInterval(asking);
  }
}

/** The stored connections of the tenant. */
async function knownConnections(): Promise<string[]> {
  const { Items = [] } = await table.send(
    new QueryCommand({
      TableName: TABLE_NAME,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
      ExpressionAttributeValues: { ':pk': livePartition(premises.tenantId), ':sk': connectionPrefix() },
      ConsistentRead: true,
    }),
  );
  return Items.map(({ sk }) => sk);
}

test('A WebSocket ticket opens one connection only, and no connection opens without a valid ticket', async () => {
  const { url } = await ticketOf(premises.master);
  const client = openClient(url);
  await client.next(({ type }) => type === 'ready');
  // 401 on AWS, which passes on what the function says. MiniStack closes before it accepts, which its server answers with
  // 403 (ministack 1.5.33, services/apigateway.py, `handle_websocket`).
  for (const refused of [url, `${LIVE_URL}?ticket=1%7Cguard_t_x`, LIVE_URL]) {
    expect([401, 403]).toContain(await tryToConnect(refused));
  }
  expect(await knownConnections()).toHaveLength(1);
  client.socket.close();
  await client.closed;
});

test('A connection is deleted from the table when its client closes it', async () => {
  const { socket, closed } = await connect(premises.master);
  expect((await knownConnections()).length).toBeGreaterThan(0);
  socket.close();
  await closed;
  await expect.poll(knownConnections, { timeout: 30_000 }).toEqual([]);
});

test('A change of an alert is sent only to connections that may see the alert, with the alert as the API returns it', async () => {
  const { master, siteId } = premises;
  const guard = await addUser(master, 'viewer', [otherSiteId]);
  const [all, some] = await Promise.all([connect(master), connect(guard)]);
  const first = await raiseAlert(master, siteId);
  const { id } = await raiseAlert(master, otherSiteId);
  await call(`POST /api/v1/alerts/${id}/acknowledge`, { token: master.token });
  for (const client of [all, some]) {
    await client.next((it) => JSON.stringify(it).includes('"action":"acknowledged"'));
  }
  const { body: alert } = await call(`GET /api/v1/alerts/${id}`, { token: guard.token });
  expect(all.changes()[0]).toEqual({ type: 'alert', action: 'raised', alert: first });
  expect(all.changes().at(-1)).toEqual({ type: 'alert', action: 'acknowledged', alert });
  expect(new Set(some.changes().map((it) => it.alert.id))).toEqual(new Set([id]));
  for (const { socket } of [all, some]) socket.close();
});

test('A ping over a connection is answered', async () => {
  const client = await connect(premises.master);
  client.socket.send(PING);
  await client.next(({ type }) => type === 'pong');
  client.socket.close();
});

test.each([
  {
    what: 'signs out',
    reason: 'session_ended',
    end: ({ token }: SignedIn) => call('POST /api/v1/auth/logout', { token }),
  },
  {
    what: 'is blocked',
    reason: 'account_not_active',
    end: ({ id }: SignedIn) =>
      call(`PATCH /api/v1/users/${id}`, { token: premises.master.token, json: { status: 'blocked' } }),
  },
  {
    what: 'gets other sites',
    reason: 'reach_changed',
    end: ({ id }: SignedIn) =>
      call(`PUT /api/v1/users/${id}/sites`, { token: premises.master.token, json: { site_ids: [] } }),
  },
])('A connection is closed with a reason when its user $what', async ({ reason, end }) => {
  const user = await addUser(premises.master, 'operator', [premises.siteId]);
  const client = await connect(user);
  expect((await end(user)).status).toBe(200);
  expect(await client.closed).toBe(1000);
  expect(client.messages.at(-1)).toEqual({ type: 'closing', reason });
});

test('A watch of alerts in the typed client shows each change of an alert live', async () => {
  const { master, siteId } = premises;
  const message = 'Seen by a watch';
  const guard = createGuardClient({ baseUrl: BASE_URL });
  await guard.login({ email: master.email, password: PASSWORD });
  const seen: string[] = [];
  for await (const { alerts, connection } of guard.alerts.watch({ severity: 'critical' })) {
    const found = alerts.find((it) => it.message === message);
    seen.push(`${connection} ${found?.status ?? 'none'}`);
    const last = seen.at(-1);
    if (last === seen.at(-2)) continue;
    if (last === 'live active' && found) {
      await call(`POST /api/v1/alerts/${found.id}/acknowledge`, { token: master.token });
    } else if (last === 'live acknowledged' && found) {
      await call(`POST /api/v1/alerts/${found.id}/resolve`, { token: master.token });
    } else if (last === 'live none') {
      if (seen.includes('live acknowledged')) break;
      await raiseAlert(master, siteId, message);
    }
  }
  const states = seen.filter((it, place) => it.startsWith('live') && it !== seen[place - 1]);
  expect(states).toEqual(['live none', 'live active', 'live acknowledged', 'live none']);
});
