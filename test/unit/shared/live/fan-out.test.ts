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

/** Texts, and maps of them, as the stream has them. */
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

/** A fan-out of changes where these are connected, in the tenant or, as copies, beside their user. */
async function run(
  records: readonly DynamoDBRecord[],
  connections: readonly Connection[],
  { isThere = true } = {},
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
  const { sockets, posts, closed } = trialSockets({ post: () => isThere });
  const outcome = await fanOut(records, { table: parts.table, sockets, now: NOW });
  const reads = parts.sent
    .filter(({ name }) => name === 'BatchGetCommand')
    .flatMap(({ input }) => input.RequestItems['guard-test'].Keys.map(({ sk }: { sk: string }) => sk));
  return { outcome, queries, reads, posts, closed };
}

const told = (posts: readonly { id: string; text: string }[]) =>
  posts.map(({ id, text }) => [id, JSON.parse(text).type, JSON.parse(text).action]);

test('of a tenant that nobody watches one empty query is all', async () => {
  const { outcome, queries, reads } = await run([raised(TENANT), raised(TENANT)], []);
  expect(queries).toEqual([`LIVE#${TENANT} CONNECTION#`]);
  expect(reads).toEqual([]);
  expect(outcome).toEqual({ messages: 0, cutOff: 0, oldestAt: undefined });
});

test('of several changes of an alert the last is told, once, and the first says how late it is', async () => {
  const records = [
    raised(TENANT, '2026-11-22T11:59:58.000+00:00', 'acknowledged'),
    raised(TENANT, '2026-11-22T11:59:57.000+00:00', 'resolved'),
  ];
  const { outcome, posts, queries } = await run(records, [makeConnection(1)]);
  expect(queries).toHaveLength(1);
  expect(told(posts)).toEqual([['c1=', 'alert', 'resolved']]);
  expect(outcome).toEqual({ messages: 1, cutOff: 0, oldestAt: '2026-11-22T11:59:57.000+00:00' });
});

test('a reopening is told as such, though it is stored as what the release before knows', async () => {
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
  expect(told(posts)).toEqual([['c1=', 'alert', 'reopened']]);
});

test('who does not reach what happened is not judged, nor told', async () => {
  const connections = [makeConnection(1), makeConnection(2, { siteIds: [OTHER_SITE] })];
  const { posts, reads } = await run([raised(TENANT)], connections);
  expect(told(posts)).toEqual([['c1=', 'alert', 'raised']]);
  expect(reads.filter((sk: string) => sk.includes(userIdOf(2)))).toEqual([]);
});

test('when a user changes, the connections of that user alone are looked at, also those that are told of another tenant', async () => {
  const admin = makeConnection(1, { tenantId: OTHER_TENANT, role: 'platform_admin', siteIds: [] });
  const change = record('REMOVE', [`TENANT#${TENANT}`, `TOKEN#${userIdOf(1)}#5`]);
  const { queries, posts, closed } = await run([change, change], [admin, makeConnection(2)]);
  expect(queries).toEqual([`LIVE#${TENANT} CONNECTION#${userIdOf(1)}#`]);
  expect([posts, closed]).toEqual([[], []]); // another token of that user ended
});

test('when a tenant changes, everybody of it is looked at, and a user of it not once more', async () => {
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

test('a connection that was opened is told so once, though its copy comes by, too', async () => {
  const admin = makeConnection(1, { tenantId: OTHER_TENANT, role: 'platform_admin', siteIds: [] });
  const records = connectionItems(admin)
    .filter(({ pk }) => pk.startsWith('LIVE#'))
    .map(({ pk, sk }) => record('INSERT', [pk, sk]));
  expect(records).toHaveLength(2);
  const { posts, outcome } = await run(records, [admin]);
  expect(told(posts)).toEqual([['c1=', 'ready', undefined]]);
  expect(outcome).toEqual({ messages: 1, cutOff: 0, oldestAt: undefined });
});

test('where nobody is there to be told, nothing says how late it is', async () => {
  const { outcome } = await run([raised(TENANT)], [makeConnection(1)], { isThere: false });
  expect(outcome).toEqual({ messages: 0, cutOff: 0, oldestAt: undefined });
});
