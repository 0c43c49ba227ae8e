import { describe, expect, test } from 'vitest';
import { USERS } from '../../../../shared/accounts/user.ts';
import type { Connection } from '../../../../shared/live/connection.ts';
import type { LiveChange } from '../../../../shared/live/read-live-changes.ts';
import { sendToConnections } from '../../../../shared/live/send-to-connections.ts';
import {
  liveTable,
  makeConnection,
  NOW,
  OTHER_SITE,
  OTHER_TENANT,
  SITE,
  TENANT,
  trialSockets,
  userIdOf,
} from '../../../support/live-trial.ts';
import { makeAlert } from '../../../support/make-alert.ts';

const changeOf = (site_id: string, message = 'x'): LiveChange => ({
  change: { type: 'alert', action: 'raised', alert: makeAlert({ tenant_id: TENANT, site_id, message }) },
  permission: 'alerts:read',
  subject: { tenant_id: TENANT, site_id },
});
const CHANGE = changeOf(SITE);
const many = (count: number) => Array.from({ length: count }, (_, place) => makeConnection(place + 1));
const NOBODY = new Set<string>();
const fail = () => {
  throw new Error('500');
};

interface Trial {
  readonly connections: readonly Connection[];
  readonly changes?: readonly LiveChange[];
  readonly opened?: ReadonlySet<string>;
  readonly table?: ReturnType<typeof liveTable>;
  readonly sockets?: ReturnType<typeof trialSockets>;
}

async function send({ connections, changes = [CHANGE], opened = NOBODY, ...parts }: Trial) {
  const table = parts.table ?? liveTable(connections);
  const sockets = parts.sockets ?? trialSockets();
  const outcome = await sendToConnections(
    connections,
    { changes, opened, urgentOnly: NOBODY },
    { table: table.table, sockets: sockets.sockets, now: NOW },
  ).catch((error: Error) => error);
  return { outcome, ...table, ...sockets };
}

test('Every live connection receives each change in its scope once', async () => {
  const connections = [makeConnection(1), makeConnection(2, { siteIds: [OTHER_SITE] }), makeConnection(3)];
  const { outcome, posts } = await send({ connections, changes: [CHANGE, changeOf(OTHER_SITE, 'y')] });
  expect(outcome).toEqual({ messages: 3, cutOff: 0 });
  const messages = posts.map(({ id, text }) => [id, JSON.parse(text).alert.message]);
  expect(messages).toEqual([
    ['c1=', 'x'],
    ['c2=', 'y'],
    ['c3=', 'x'],
  ]);
});

test('A live connection is closed if its user’s scope has changed since it was opened', async () => {
  const connection = makeConnection(1);
  const table = liveTable([makeConnection(1, { siteIds: [OTHER_SITE] })]);
  const { posts, closed } = await send({ connections: [connection], table });
  expect(posts).toEqual([{ id: 'c1=', text: '{"type":"closing","reason":"reach_changed"}' }]);
  expect(closed).toEqual(['c1=']);
});

test('A user who is blocked while other users receive a live change does not receive that change', async () => {
  const connections = many(500);
  const table = liveTable(connections);
  const last = connections.length;
  const sockets = trialSockets({
    post: () => {
      table.change(USERS.key(TENANT, userIdOf(last)), { status: 'blocked' });
      return true;
    },
  });
  const { posts } = await send({ connections, table, sockets });
  const ofLast = posts.filter(({ id }) => id === `c${last}=`).map(({ text }) => JSON.parse(text));
  expect(ofLast).toEqual([{ type: 'closing', reason: 'account_not_active' }]);
});

test('Live connections that see the same changes share one serialized message', async () => {
  let written = 0;
  const alert = {
    ...makeAlert({ tenant_id: TENANT, site_id: SITE }),
    toJSON: () => {
      written += 1;
      return {};
    },
  };
  const changes = [{ ...CHANGE, change: { type: 'alert', action: 'raised', alert } as const }];
  await send({ connections: many(1), changes });
  const once = written;
  await send({ connections: many(50), changes });
  expect(written).toBe(2 * once);
});

test('Only a platform admin receives live changes of a tenant other than their own', async () => {
  const elsewhere = { tenantId: OTHER_TENANT };
  const changes = [{ ...CHANGE, subject: { tenant_id: OTHER_TENANT, site_id: SITE } }];
  const admin = makeConnection(1, { ...elsewhere, role: 'platform_admin', siteIds: [] });
  const { posts } = await send({ connections: [makeConnection(2, elsewhere), admin], changes });
  expect(posts.map(({ id }) => id)).toEqual(['c1=']);
});

test('The live message device_removed is not sent if the device has moved within the connection’s scope', async () => {
  const moved: LiveChange = {
    change: { type: 'device_removed', device_id: 'd' },
    permission: 'devices:read',
    subject: { tenant_id: TENANT, site_id: SITE },
    except: { tenant_id: TENANT, site_id: OTHER_SITE },
  };
  const connections = [makeConnection(1), makeConnection(2, { siteIds: [SITE, OTHER_SITE] })];
  const { posts } = await send({ connections, changes: [moved] });
  expect(posts.map(({ id }) => id)).toEqual(['c1=']);
});

test('One batch read authorizes 32 live connections, and reads no password hashes', async () => {
  const { sent } = await send({ connections: many(64) });
  const reads = sent.filter(({ name }) => name === 'BatchGetCommand');
  expect(reads).toHaveLength(2);
  for (const { input } of reads) {
    const { ProjectionExpression, ExpressionAttributeNames, ConsistentRead } =
      input.RequestItems['guard-test'];
    expect(ConsistentRead).toBe(true);
    const read = ProjectionExpression.replace(/#\w+/g, (name: string) => ExpressionAttributeNames[name]);
    expect(read).toBe('pk, sk, data, credentials.session_version, site_ids, requires_second_factor');
  }
});

test('A live connection that never answers delays no other connection', async () => {
  const connections = many(300);
  const hung = Promise.withResolvers<boolean>();
  const sockets = trialSockets({ post: (id) => (id === 'c1=' ? hung.promise : true) });
  const done = send({ connections, sockets });
  await expect.poll(() => sockets.posts.length).toBe(300);
  hung.resolve(true);
  expect((await done).outcome).toEqual({ messages: 300, cutOff: 0 });
});

const connections = many(3);
const failing = (id: string) => id === 'c2=' && fail();

test('A live connection to which sending fails is closed and forgotten, and the batch succeeds', async () => {
  const sockets = trialSockets({ post: (id) => failing(id) || true });
  const { outcome, closed, forgotten } = await send({ connections, sockets });
  expect(outcome).toEqual({ messages: 2, cutOff: 1 });
  expect(closed).toEqual(['c2=']);
  expect(forgotten()).toEqual(['c2=']);
});

test('Many live connections to which sending fails are closed, if others receive the change', async () => {
  const sockets = trialSockets({ post: (id) => (Number(id.slice(1, 2)) <= 3 ? fail() : true) });
  const { outcome, closed } = await send({ connections: many(5), sockets });
  expect(outcome).toEqual({ messages: 2, cutOff: 3 });
  expect(closed).toEqual(['c1=', 'c2=', 'c3=']);
});

test('A live connection that can neither receive nor be closed is not forgotten', async () => {
  const sockets = trialSockets({ post: (id) => failing(id) || true, close: failing });
  const { outcome, forgotten } = await send({ connections, sockets });
  expect(outcome).toEqual({ messages: 2, cutOff: 0 });
  expect(forgotten()).toEqual([]);
});

test.each([1, 2])(
  'If sending a change fails for all of %i live connections, they are closed',
  async (count) => {
    const sockets = trialSockets({ post: fail });
    const { outcome, closed, forgotten } = await send({ connections: many(count), sockets });
    expect(outcome).toEqual({ messages: 0, cutOff: count });
    expect(closed).toHaveLength(count);
    expect(forgotten()).toHaveLength(count);
  },
);

test('A batch of changes is repeated if its only live connection can neither receive nor be closed', async () => {
  const sockets = trialSockets({ post: fail, close: fail });
  const { outcome, deleted } = await send({ connections: many(1), sockets });
  expect(outcome).toEqual(new Error('500'));
  expect(deleted).toEqual([]);
});

test('If sending a change fails for all of three live connections, none is closed and the batch is repeated', async () => {
  const sockets = trialSockets({ post: fail });
  const { outcome, closed, deleted } = await send({ connections, sockets });
  expect(outcome).toEqual(new Error('500'));
  expect(closed).toEqual([]);
  expect(deleted).toEqual([]);
});

test('If some live connections cannot be authorized, all others receive the change and the batch is repeated', async () => {
  const all = many(40);
  const table = liveTable(all, ({ name, input }) => {
    const keys = JSON.stringify(input);
    return name === 'BatchGetCommand' && keys.includes(userIdOf(1)) ? new Error('table') : undefined;
  });
  const { outcome, posts, closed } = await send({ connections: all, table });
  expect(outcome).toEqual(new Error('table'));
  expect(posts).toHaveLength(8);
  expect(closed).toEqual([]);
});

test('A live connection without a client is forgotten if it was opened at least 10 seconds ago', async () => {
  const young = makeConnection(4, { connectedAt: new Date(NOW.getTime() - 9_999) });
  const old = makeConnection(5, { connectedAt: new Date(NOW.getTime() - 10_000) });
  const sockets = trialSockets({ post: () => false });
  const { outcome, forgotten } = await send({ connections: [young, old], sockets });
  expect(outcome).toEqual({ messages: 0, cutOff: 0 });
  expect(forgotten()).toEqual(['c5=']);
});

const connection = makeConnection(1);
const opened = new Set(['c1=']);

test('A new live connection receives the message "ready" before any change', async () => {
  const { posts } = await send({ connections: [connection], opened });
  expect(posts.map(({ text }) => JSON.parse(text).type)).toEqual(['ready', 'alert']);
});

test('The message "ready" is sent up to five times until the client has connected; if it does not connect, no change is sent', async () => {
  const sockets = trialSockets({ post: () => sockets.posts.length > 3 });
  const { posts, pauses } = await send({ connections: [connection], opened, changes: [], sockets });
  expect(posts).toHaveLength(4);
  expect(pauses).toEqual([30, 60, 120]);
  const gone = trialSockets({ post: () => false });
  const { outcome, deleted } = await send({ connections: [connection], opened, sockets: gone });
  expect(gone.posts.map(({ text }) => text)).toEqual(Array(5).fill('{"type":"ready"}'));
  expect(outcome).toEqual({ messages: 0, cutOff: 0 });
  expect(deleted).toEqual([]);
});

test('A new live connection of a blocked user is closed instead of receiving the message "ready"', async () => {
  const table = liveTable([connection]);
  table.change(USERS.key(TENANT, userIdOf(1)), { status: 'blocked' });
  const { posts } = await send({ connections: [connection], opened, table });
  expect(posts.map(({ text }) => text)).toEqual(['{"type":"closing","reason":"account_not_active"}']);
});

describe('a connection that has expired', () => {
  const connection = makeConnection(1, { endsAt: NOW });

  test('Sending a change to an expired live connection sends it the reason instead, then closes and forgets it', async () => {
    const { outcome, posts, closed, deleted } = await send({ connections: [connection] });
    expect(outcome).toEqual({ messages: 1, cutOff: 0 });
    expect(posts).toEqual([{ id: 'c1=', text: '{"type":"closing","reason":"lifetime_over"}' }]);
    expect(closed).toEqual(['c1=']);
    // The id is deleted first: if the second delete fails, the next ping of the client finds no connection.
    expect(deleted).toEqual([
      'CONNECTION#c1= CONNECTION',
      `LIVE#${TENANT}#${SITE} RECEIVER#${userIdOf(1)}#c1=`,
      `LIVE#${TENANT} CONNECTION#${userIdOf(1)}#c1=`,
    ]);
  });

  test('An expired live connection is closed even if the reason cannot be sent', async () => {
    const sockets = trialSockets({ post: fail });
    const { closed, forgotten } = await send({ connections: [connection], sockets });
    expect(closed).toEqual(['c1=']);
    expect(forgotten()).toEqual(['c1=']);
  });
});
