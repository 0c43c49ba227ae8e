import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';
import { expect, test } from 'vitest';
import { ALERTS } from '../../../../shared/alerts/alert.ts';
import { type Connection, connectionItems } from '../../../../shared/live/connection.ts';
import { fanOut } from '../../../../shared/live/fan-out.ts';
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

const ALERT = '019a0000-0000-7000-8000-0000000000aa';

/** Strings and maps in the format of the stream. */
const marshall = (item: object): Record<string, AttributeValue> =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, attribute(value)]));

function attribute(value: unknown): AttributeValue {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'boolean') return { BOOL: value };
  return { M: marshall(Object(value)) };
}

const record = (
  eventName: 'INSERT' | 'MODIFY' | 'REMOVE',
  [pk, sk]: readonly [string, string],
  images: { old?: object; new?: object } = {},
) =>
  ({
    eventName,
    dynamodb: {
      Keys: marshall({ pk, sk }),
      ...(images.old ? { OldImage: marshall(images.old) } : {}),
      ...(images.new ? { NewImage: marshall(images.new) } : {}),
    },
  }) as DynamoDBRecord;

const raised = (tenantId: string, at = '2026-11-22T11:59:59.000+00:00', action = 'raised') =>
  record('INSERT', [`TENANT#${tenantId}`, `HISTORY#${ALERT}#1`], {
    new: { data: { alert_id: ALERT, action, at } },
  });

/** Fans out changes to these connections, whose items are in the table. */
async function run(
  records: readonly DynamoDBRecord[],
  connections: readonly Connection[],
  { isConnected = true } = {},
) {
  const alert = makeAlert({ id: ALERT, tenant_id: TENANT, site_id: SITE });
  const rows = connections.flatMap((it) => connectionItems(it).map((item) => ({ ...item })));
  const queries: string[] = [];
  const parts = liveTable(
    connections,
    ({ name, input }) => {
      if (name !== 'QueryCommand') return undefined;
      const { ':v0': partition, ':v1': prefix } = input.ExpressionAttributeValues;
      queries.push(`${partition} ${prefix}`);
      expect(input.ConsistentRead).toBe(true);
      return { Items: rows.filter(({ pk, sk }) => pk === partition && sk.startsWith(prefix)) };
    },
    [ALERTS.item(alert) as never, ...(rows as never[])],
  );
  const { sockets, posts, closed } = trialSockets({ post: () => isConnected });
  const outcome = await fanOut(records, { table: parts.table, sockets, now: NOW });
  const reads = parts.sent
    .filter(({ name }) => name === 'BatchGetCommand')
    .flatMap(({ input }) => input.RequestItems['guard-test'].Keys.map(({ sk }: { sk: string }) => sk));
  return { outcome, queries, reads, posts, closed };
}

const summaryOf = (posts: readonly { id: string; text: string }[]) =>
  posts.map(({ id, text }) => [id, JSON.parse(text).type, JSON.parse(text).action]);

test('Changes of a tenant without connections cost one empty query', async () => {
  const { outcome, queries, reads } = await run([raised(TENANT), raised(TENANT)], []);
  expect(queries).toEqual([`LIVE#${TENANT} CONNECTION#`]);
  expect(reads).toEqual([]);
  expect(outcome).toEqual({ messages: 0, cutOff: 0, oldestAt: undefined });
});

test('Several changes of an alert are sent once with the last action, and the delay counts from the first', async () => {
  const records = [
    raised(TENANT, '2026-11-22T11:59:58.000+00:00', 'acknowledged'),
    raised(TENANT, '2026-11-22T11:59:57.000+00:00', 'resolved'),
  ];
  const { outcome, posts, queries } = await run(records, [makeConnection(1)]);
  expect(queries).toHaveLength(1);
  expect(summaryOf(posts)).toEqual([['c1=', 'alert', 'resolved']]);
  expect(outcome).toEqual({ messages: 1, cutOff: 0, oldestAt: '2026-11-22T11:59:57.000+00:00' });
});

test('A reopening is sent as reopened, although it is stored as an action that 0.9.0 knows', async () => {
  const reopening = record('INSERT', [`TENANT#${TENANT}`, `HISTORY#${ALERT}#1`], {
    new: {
      data: {
        alert_id: ALERT,
        action: 'acknowledged',
        reopened: true,
        at: '2026-11-22T11:59:58.000+00:00',
      },
    },
  });
  const { posts } = await run([reopening], [makeConnection(1)]);
  expect(summaryOf(posts)).toEqual([['c1=', 'alert', 'reopened']]);
});

test('A connection outside the scope of a change is neither authorized nor notified', async () => {
  const connections = [makeConnection(1), makeConnection(2, { siteIds: [OTHER_SITE] })];
  const { posts, reads } = await run([raised(TENANT)], connections);
  expect(summaryOf(posts)).toEqual([['c1=', 'alert', 'raised']]);
  expect(reads.filter((sk: string) => sk.includes(userIdOf(2)))).toEqual([]);
});

test('A change of a user reads the connections of that user only, including those that watch another tenant', async () => {
  const admin = makeConnection(1, { tenantId: OTHER_TENANT, role: 'platform_admin', siteIds: [] });
  const change = record('REMOVE', [`TENANT#${TENANT}`, `TOKEN#${userIdOf(1)}#5`]);
  const { queries, posts, closed } = await run([change, change], [admin, makeConnection(2)]);
  expect(queries).toEqual([`LIVE#${TENANT} CONNECTION#${userIdOf(1)}#`]);
  expect([posts, closed]).toEqual([[], []]); // another token of that user ended
});

test('A change of a tenant authorizes all its connections with one query', async () => {
  const records = [
    record('MODIFY', [`TENANT#${TENANT}`, 'TENANT'], {
      old: { data: { status: 'active' } },
      new: { data: { status: 'inactive' } },
    }),
    record('REMOVE', [`TENANT#${TENANT}`, `TOKEN#${userIdOf(1)}#1`]),
  ];
  const { queries, reads } = await run(records, [makeConnection(1), makeConnection(2)]);
  expect(queries).toEqual([`LIVE#${TENANT} CONNECTION#`]);
  for (const user of [1, 2]) expect(reads).toContain(`USER#${userIdOf(user)}`);
});

test('A new connection receives ready once, although the stream contains its copy too', async () => {
  const admin = makeConnection(1, { tenantId: OTHER_TENANT, role: 'platform_admin', siteIds: [] });
  const records = connectionItems(admin)
    .filter(({ pk }) => pk.startsWith('LIVE#'))
    .map(({ pk, sk }) => record('INSERT', [pk, sk]));
  expect(records).toHaveLength(2);
  const { posts, outcome } = await run(records, [admin]);
  expect(summaryOf(posts)).toEqual([['c1=', 'ready', undefined]]);
  expect(outcome).toEqual({ messages: 1, cutOff: 0, oldestAt: undefined });
});

test('Without a connected client no delay is measured', async () => {
  const { outcome } = await run([raised(TENANT)], [makeConnection(1)], { isConnected: false });
  expect(outcome).toEqual({ messages: 0, cutOff: 0, oldestAt: undefined });
});
