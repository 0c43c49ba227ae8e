import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { DEMO_PASSWORD } from '../../lib/local/demo-data.ts';
import { TABLE_NAME, useLocalAccount } from '../../lib/local/function-environment.ts';
import { startLocalServer } from '../../lib/local/start.ts';
import { writeItems } from '../../lib/local/write-items.ts';
import { userItem } from '../../shared/accounts/account.ts';
import { newId } from '../../shared/base/ids.ts';
import { formatTimestamp } from '../../shared/base/time.ts';
import { channelsKey } from '../../shared/table/keys.ts';
import { connectTable, type Table } from '../../shared/table/table.ts';
import { benchUser } from '../bench-user.ts';
import { percentile } from '../percentile.ts';
import { printTable } from '../print-table.ts';

/** The number of people is the maximum number of rules of a tenant. */
const PEOPLE = 100;

/** Writes people of a tenant with a verified e-mail channel each. Resolves to their ids. */
async function writePeople(table: Table, tenantId: string): Promise<string[]> {
  const now = new Date();
  const at = formatTimestamp(now);
  const people = Array.from({ length: PEOPLE }, (_, place) => {
    const user = benchUser(`Person ${place}`, 'tenant_admin', tenantId, now);
    const channel = {
      id: newId(now, randomBytes),
      kind: 'email',
      address: user.email,
      verified_at: at,
      created_at: at,
    };
    return {
      id: user.id,
      items: [
        userItem(user, { password_hash: null, session_version: 1 }),
        { ...channelsKey(tenantId, user.id), channels: [channel] },
      ],
    };
  });
  await writeItems(
    table,
    people.flatMap(({ items }) => items),
  );
  return people.map(({ id }) => id);
}

/**
 * The time from sending the request that raises an alert until the provider has the message to a
 * person. Each person gets five messages, so that none is held as part of a storm. Everything runs in this process.
 */
const { values } = parseArgs({ options: { rate: { type: 'string', default: '50' } } });

const MESSAGES_PER_PERSON = 5;

const ALERTS = PEOPLE * MESSAGES_PER_PERSON;

const INTERVAL_MS = 1_000 / Number(values.rate);

const POLL_MS = 500;

const LONGEST_WAIT_MS = 120_000;

const OUT_OF_THE_WAY = '1000000';

useLocalAccount(process.env);

const server = await startLocalServer({
  environment: {
    PORT: '0',
    GUARD_DATA: 'memory',
    GUARD_DEMO_TRAFFIC: 'off',
    GUARD_RATE_LIMIT_AUTH: OUT_OF_THE_WAY,
    GUARD_RATE_LIMIT_API: OUT_OF_THE_WAY,
    GUARD_RATE_LIMIT_TENANT: OUT_OF_THE_WAY,
  },
  log: () => {},
});

const table = connectTable({
  tableName: TABLE_NAME,
  dynamodbEndpoint: process.env['DYNAMODB_ENDPOINT'],
});

let token = '';

async function post(path: string, json: object): Promise<unknown> {
  const response = await fetch(`${server.url}/api/v1/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(json),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`POST ${path} was answered ${response.status}: ${text}`);
  return JSON.parse(text);
}

const idOf = (body: unknown) => z.object({ id: z.string() }).parse(body).id;

const session = z
  .object({ token: z.string(), user: z.object({ tenant_id: z.string() }) })
  .parse(await post('auth/login', { email: 'master@acme.test', password: DEMO_PASSWORD }));

token = session.token;

const site_id = idOf(await post('sites', { name: 'Bench' }));

const typeOf = (person: number) => `bench-${person}`;

for (const [person, user_id] of (await writePeople(table, session.user.tenant_id)).entries()) {
  await post('notification-rules', {
    name: typeOf(person),
    events: ['alert.raised'],
    types: [typeOf(person)],
    recipients: [{ user_id }],
    channels: ['email'],
  });
}

/** When the request was sent, by the id of the alert, and when the provider had the message. */
const sent = new Map<string, number>();

const notified = new Map<string, number>();

const outboxSchema = z.array(z.object({ text: z.string(), at: z.string() }));

async function readOutbox(): Promise<void> {
  const response = await fetch(`${server.url}/outbox.json`);
  for (const { text, at } of outboxSchema.parse(await response.json())) {
    const [, id] = /[?]alert=([0-9a-f-]{36})/.exec(text) ?? [];
    if (id !== undefined && !notified.has(id)) notified.set(id, Date.parse(at));
  }
}

let raising = true;

const reading = (async () => {
  const end = performance.now() + LONGEST_WAIT_MS;
  while ((raising || notified.size < sent.size) && performance.now() < end) {
    await pause(POLL_MS);
    await readOutbox();
  }
})();

const begin = performance.now();

const requests: Promise<void>[] = [];

for (let alert = 0; alert < ALERTS; alert += 1) {
  await pause(Math.max(0, begin + alert * INTERVAL_MS - performance.now()));
  const sentAt = Date.now();
  requests.push(
    post('alerts', { site_id, type: typeOf(alert % PEOPLE), severity: 'critical', message: 'Bench' }).then(
      (body) => void sent.set(idOf(body), sentAt),
    ),
  );
}

await Promise.all(requests);

raising = false;

await reading;

const delays = [...sent].flatMap(([id, at]) => {
  const until = notified.get(id);
  return until === undefined ? [] : [until - at];
});

delays.sort((one, other) => one - other);

await server.stop();

table.client.destroy();

printTable(`From a report to the provider, ${values.rate} alerts a second`, [
  {
    alerts: sent.size,
    notified: delays.length,
    'p50 ms': Math.round(percentile(delays, 0.5)),
    'p99 ms': Math.round(percentile(delays, 0.99)),
    'slowest ms': Math.round(percentile(delays, 1)),
  },
]);

if (delays.length < sent.size) throw new Error(`${sent.size - delays.length} alerts notified nobody.`);
