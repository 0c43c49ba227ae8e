import { describe, expect, test } from 'vitest';
import type { Connection } from '../../../../shared/live/connection.ts';
import type { Told } from '../../../../shared/live/read-happened.ts';
import { tellConnections } from '../../../../shared/live/tell-connections.ts';
import { USERS } from '../../../../shared/users/user.ts';
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

const toldOf = (site_id: string, message = 'x'): Told => ({
  change: { type: 'alert', action: 'raised', alert: makeAlert({ tenant_id: TENANT, site_id, message }) },
  permission: 'alerts:read',
  subject: { tenant_id: TENANT, site_id },
});
const CHANGE = toldOf(SITE);
const many = (count: number) => Array.from({ length: count }, (_, place) => makeConnection(place + 1));
const NOBODY = new Set<string>();
const fail = () => {
  throw new Error('500');
};

interface Trial {
  readonly connections: readonly Connection[];
  readonly told?: readonly Told[];
  readonly opened?: ReadonlySet<string>;
  readonly table?: ReturnType<typeof liveTable>;
  readonly sockets?: ReturnType<typeof trialSockets>;
}

async function tell({ connections, told = [CHANGE], opened = NOBODY, ...parts }: Trial) {
  const table = parts.table ?? liveTable(connections);
  const sockets = parts.sockets ?? trialSockets();
  const outcome = await tellConnections(
    connections,
    { told, opened },
    { table: table.table, sockets: sockets.sockets, now: NOW },
  ).catch((error: Error) => error);
  return { outcome, ...table, ...sockets };
}

describe('connections are told', () => {
  test('each once, of all at once, and of what it reaches only', async () => {
    const connections = [makeConnection(1), makeConnection(2, { siteIds: [OTHER_SITE] }), makeConnection(3)];
    const { outcome, posts } = await tell({ connections, told: [CHANGE, toldOf(OTHER_SITE, 'y')] });
    expect(outcome).toEqual({ messages: 3, cutOff: 0 });
    const messages = posts.map(({ id, text }) => [id, JSON.parse(text).alert.message]);
    expect(messages).toEqual([
      ['c1=', 'x'],
      ['c2=', 'y'],
      ['c3=', 'x'],
    ]);
  });

  test('what their user reaches now, whatever it was when the connection was opened', async () => {
    const connection = makeConnection(1);
    const table = liveTable([makeConnection(1, { siteIds: [OTHER_SITE] })]);
    const { posts, closed } = await tell({ connections: [connection], table });
    expect(posts).toEqual([{ id: 'c1=', text: '{"type":"closing","reason":"reach_changed"}' }]);
    expect(closed).toEqual(['c1=']);
  });

  test('right after they were judged: who loses their rights while others are told hears nothing', async () => {
    const connections = many(500);
    const table = liveTable(connections);
    const last = connections.length;
    const sockets = trialSockets({
      post: () => {
        table.change(USERS.key(TENANT, userIdOf(last)), { status: 'blocked' });
        return true;
      },
    });
    const { posts } = await tell({ connections, table, sockets });
    const ofLast = posts.filter(({ id }) => id === `c${last}=`).map(({ text }) => JSON.parse(text));
    expect(ofLast).toEqual([{ type: 'closing', reason: 'account_not_active' }]);
  });

  test('by messages that are written once for all who are told the same', async () => {
    let written = 0;
    const alert = {
      ...makeAlert({ tenant_id: TENANT, site_id: SITE }),
      toJSON: () => {
        written += 1;
        return {};
      },
    };
    const told = [{ ...CHANGE, change: { type: 'alert', action: 'raised', alert } as const }];
    await tell({ connections: many(1), told });
    const once = written;
    await tell({ connections: many(50), told });
    expect(written).toBe(2 * once);
  });

  test('nothing of another tenant than their own, unless they are an admin of the platform', async () => {
    const elsewhere = { tenantId: OTHER_TENANT };
    const told = [{ ...CHANGE, subject: { tenant_id: OTHER_TENANT, site_id: SITE } }];
    const admin = makeConnection(1, { ...elsewhere, role: 'platform_admin', siteIds: [] });
    const { posts } = await tell({ connections: [makeConnection(2, elsewhere), admin], told });
    expect(posts.map(({ id }) => id)).toEqual(['c1=']);
  });

  test('that a device has gone only where it has not come to another place in their reach', async () => {
    const moved: Told = {
      change: { type: 'device_removed', device_id: 'd' },
      permission: 'devices:read',
      subject: { tenant_id: TENANT, site_id: SITE },
      except: { tenant_id: TENANT, site_id: OTHER_SITE },
    };
    const connections = [makeConnection(1), makeConnection(2, { siteIds: [SITE, OTHER_SITE] })];
    const { posts } = await tell({ connections, told: [moved] });
    expect(posts.map(({ id }) => id)).toEqual(['c1=']);
  });

  test('with no more than one call of the table for each 32 of them, and no hash of a password comes along', async () => {
    const { sent } = await tell({ connections: many(64) });
    const reads = sent.filter(({ name }) => name === 'BatchGetCommand');
    expect(reads).toHaveLength(2);
    for (const { input } of reads) {
      const { ProjectionExpression, ExpressionAttributeNames, ConsistentRead } =
        input.RequestItems['guard-test'];
      expect(ConsistentRead).toBe(true);
      const read = ProjectionExpression.replace(/#\w+/g, (name: string) => ExpressionAttributeNames[name]);
      expect(read).toBe('pk, sk, data, credentials.session_version, site_ids');
    }
  });

  test('though one of them never answers: it holds up nobody', async () => {
    const connections = many(300);
    const hung = Promise.withResolvers<boolean>();
    const sockets = trialSockets({ post: (id) => (id === 'c1=' ? hung.promise : true) });
    const done = tell({ connections, sockets });
    await expect.poll(() => sockets.posts.length).toBe(300);
    hung.resolve(true);
    expect((await done).outcome).toEqual({ messages: 300, cutOff: 0 });
  });
});

describe('a connection that cannot be told', () => {
  const connections = many(3);
  const failing = (id: string) => id === 'c2=' && fail();

  test('is ended and forgotten, so that its client lists; the batch is done', async () => {
    const sockets = trialSockets({ post: (id) => failing(id) || true });
    const { outcome, closed, forgotten } = await tell({ connections, sockets });
    expect(outcome).toEqual({ messages: 2, cutOff: 1 });
    expect(closed).toEqual(['c2=']);
    expect(forgotten()).toEqual(['c2=']);
  });

  test('is ended also where it is one of many that cannot, while others are told', async () => {
    const sockets = trialSockets({ post: (id) => (Number(id.slice(1, 2)) <= 3 ? fail() : true) });
    const { outcome, closed } = await tell({ connections: many(5), sockets });
    expect(outcome).toEqual({ messages: 2, cutOff: 3 });
    expect(closed).toEqual(['c1=', 'c2=', 'c3=']);
  });

  test('and cannot be ended either is not forgotten: it hears of the next change, or is ended then', async () => {
    const sockets = trialSockets({ post: (id) => failing(id) || true, close: failing });
    const { outcome, forgotten } = await tell({ connections, sockets });
    expect(outcome).toEqual({ messages: 2, cutOff: 0 });
    expect(forgotten()).toEqual([]);
  });

  test.each([1, 2])('is ended also where it is one of %i, and nobody else could be told', async (count) => {
    const sockets = trialSockets({ post: fail });
    const { outcome, closed, forgotten } = await tell({ connections: many(count), sockets });
    expect(outcome).toEqual({ messages: 0, cutOff: count });
    expect(closed).toHaveLength(count);
    expect(forgotten()).toHaveLength(count);
  });

  test('has the batch come again where it is the only one and cannot be ended', async () => {
    const sockets = trialSockets({ post: fail, close: fail });
    const { outcome, deleted } = await tell({ connections: many(1), sockets });
    expect(outcome).toEqual(new Error('500'));
    expect(deleted).toEqual([]);
  });

  test('is not ended where nobody of many can be told: then the batch comes again', async () => {
    const sockets = trialSockets({ post: fail });
    const { outcome, closed, deleted } = await tell({ connections, sockets });
    expect(outcome).toEqual(new Error('500'));
    expect(closed).toEqual([]);
    expect(deleted).toEqual([]);
  });

  test('because it could not be judged has the batch come again, when all others have been told', async () => {
    const all = many(40);
    const table = liveTable(all, ({ name, input }) => {
      const keys = JSON.stringify(input);
      return name === 'BatchGetCommand' && keys.includes(userIdOf(1)) ? new Error('table') : undefined;
    });
    const { outcome, posts, closed } = await tell({ connections: all, table });
    expect(outcome).toEqual(new Error('table'));
    expect(posts).toHaveLength(8);
    expect(closed).toEqual([]);
  });

  test('because its client is gone is forgotten, unless it was let in just now', async () => {
    const young = makeConnection(4, { connectedAt: new Date(NOW.getTime() - 9_999) });
    const old = makeConnection(5, { connectedAt: new Date(NOW.getTime() - 10_000) });
    const sockets = trialSockets({ post: () => false });
    const { outcome, forgotten } = await tell({ connections: [young, old], sockets });
    expect(outcome).toEqual({ messages: 0, cutOff: 0 });
    expect(forgotten()).toEqual(['c5=']);
  });
});

describe('a connection that was opened', () => {
  const connection = makeConnection(1);
  const opened = new Set(['c1=']);

  test('is told that it is ready before it is told anything else', async () => {
    const { posts } = await tell({ connections: [connection], opened });
    expect(posts.map(({ text }) => JSON.parse(text).type)).toEqual(['ready', 'alert']);
  });

  test('is looked for while it is not there yet, and told nothing where it does not come', async () => {
    const sockets = trialSockets({ post: () => sockets.posts.length > 3 });
    const { posts, pauses } = await tell({ connections: [connection], opened, told: [], sockets });
    expect(posts).toHaveLength(4);
    expect(pauses).toEqual([30, 60, 120]);
    const gone = trialSockets({ post: () => false });
    const { outcome, deleted } = await tell({ connections: [connection], opened, sockets: gone });
    expect(gone.posts.map(({ text }) => text)).toEqual(Array(5).fill('{"type":"ready"}'));
    expect(outcome).toEqual({ messages: 0, cutOff: 0 });
    expect(deleted).toEqual([]);
  });

  test('and blocked meanwhile is closed before it is ready', async () => {
    const table = liveTable([connection]);
    table.change(USERS.key(TENANT, userIdOf(1)), { status: 'blocked' });
    const { posts } = await tell({ connections: [connection], opened, table });
    expect(posts.map(({ text }) => text)).toEqual(['{"type":"closing","reason":"account_not_active"}']);
  });
});

describe('a connection that may not go on', () => {
  const connection = makeConnection(1, { endsAt: NOW });

  test('is told why, ended and forgotten', async () => {
    const { outcome, posts, closed, deleted } = await tell({ connections: [connection] });
    expect(outcome).toEqual({ messages: 1, cutOff: 0 });
    expect(posts).toEqual([{ id: 'c1=', text: '{"type":"closing","reason":"lifetime_over"}' }]);
    expect(closed).toEqual(['c1=']);
    // Should it fail in between, a client that is still there is not known any more.
    expect(deleted).toEqual(['CONNECTION#c1= CONNECTION', `LIVE#${TENANT} CONNECTION#${userIdOf(1)}#c1=`]);
  });

  test('is ended also where it cannot be told why', async () => {
    const sockets = trialSockets({ post: fail });
    const { closed, forgotten } = await tell({ connections: [connection], sockets });
    expect(closed).toEqual(['c1=']);
    expect(forgotten()).toEqual(['c1=']);
  });
});
