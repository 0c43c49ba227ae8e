import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';
import { expect, test } from 'vitest';
import { ALERTS, type Alert } from '../../../../shared/alerts/alert.ts';
import { formatTimestamp } from '../../../../shared/base/time.ts';
import { type Connection, connectionItems } from '../../../../shared/live/connection.ts';
import { fanOut } from '../../../../shared/live/fan-out.ts';
import { missedChangesKey, newestSentKey } from '../../../../shared/table/keys.ts';
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
const OTHER_ALERT = '019a0000-0000-7000-8000-0000000000bb';
const LOW_ALERT = '019a0000-0000-7000-8000-0000000000cc';

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

const raised = (
  tenantId: string,
  at = '2026-11-22T11:59:59.000+00:00',
  action = 'raised',
  id = tenantId === TENANT ? ALERT : OTHER_ALERT,
) =>
  record('INSERT', [`TENANT#${tenantId}`, `HISTORY#${id}#1`], {
    new: { data: { alert_id: id, action, at } },
  });

interface Trial {
  readonly isConnected?: boolean;
  /** Whether API Gateway fails. */
  readonly fails?: boolean;
  /** An item that the table lacks. */
  readonly missing?: string;
  /** Further fields of the alert of the tenant. */
  readonly fields?: Partial<Alert>;
}

/** Fans out changes to these connections, which are in the table. */
async function run(
  records: readonly DynamoDBRecord[],
  connections: readonly Connection[],
  { isConnected = true, fails = false, missing, fields }: Trial = {},
) {
  const alert = makeAlert({ id: ALERT, tenant_id: TENANT, site_id: SITE, severity: 'high', ...fields });
  const rows = connections
    .flatMap((it) =>
      connectionItems(it).map((item) => ({ ...item, ...(it.viewing && { viewing: it.viewing }) })),
    )
    .filter(({ pk, sk }) => `${pk} ${sk}` !== missing);
  const queries: string[] = [];
  let itemsRead = 0;
  const elsewhere = { ...alert, id: OTHER_ALERT, tenant_id: OTHER_TENANT, site_id: OTHER_SITE };
  const low = { ...alert, id: LOW_ALERT, severity: 'low' as const };
  const alerts = [alert, elsewhere, low].map((it) => ALERTS.item(it));
  const others = [...alerts, ...rows];
  const parts = liveTable(
    connections,
    ({ name, input }) => {
      if (name !== 'QueryCommand') return undefined;
      const { ':v0': partition, ':v1': prefix = '' } = input.ExpressionAttributeValues;
      queries.push(`${partition} ${prefix}`.trim());
      expect(input.ConsistentRead).toBe(true);
      const Items = rows.filter(({ pk, sk }) => pk === partition && sk.startsWith(prefix));
      itemsRead += Items.length;
      return { Items };
    },
    others as never[],
  );
  const { sockets, posts, closed } = trialSockets({
    post: () => (fails ? Promise.reject(new Error('500')) : isConnected),
  });
  const context = { table: parts.table, sockets, now: NOW };
  const outcome = await fanOut(records, context).catch((error: Error) => error);
  const reads: string[] = parts.sent
    .filter(({ name }) => name === 'BatchGetCommand')
    .flatMap(({ input }) => input.RequestItems['guard-test'].Keys.map(({ sk }: { sk: string }) => sk));
  const recorded: object[] = parts.sent.flatMap(({ name, input }) =>
    name === 'PutCommand' ? [input.Item] : [],
  );
  return { outcome, queries, reads, itemsRead: itemsRead + reads.length, recorded, posts, closed, ...parts };
}

const summaryOf = (posts: readonly { id: string; text: string }[]) =>
  posts.map(({ id, text }) => [id, JSON.parse(text).type, JSON.parse(text).action]);

test('For a tenant without connections, the fan-out of changes costs two empty queries and one read', async () => {
  const { outcome, queries, reads, recorded } = await run([raised(TENANT), raised(TENANT)], []);
  expect(queries.sort()).toEqual([`LIVE#${TENANT}#${SITE}`, `LIVE#${TENANT}#ALL`]);
  expect(reads).toEqual([`ALERT#${ALERT}`]);
  expect(recorded).toEqual([]);
  expect(outcome).toEqual({ messages: 0, cutOff: 0, skipped: 0, oldestAt: undefined });
});

test('The fan-out records the newest alert that it has sent for each tenant, also one on test, by one write', async () => {
  const onTest = record('INSERT', [`TENANT#${TENANT}`, `HISTORY#${LOW_ALERT}#1`], {
    new: {
      on_test: true,
      data: { alert_id: LOW_ALERT, action: 'raised', at: '2026-11-22T11:59:59.000+00:00' },
    },
  });
  const noted = raised(TENANT, '2026-11-22T11:59:59.000+00:00', 'noted', 'f');
  const { sent } = await run([onTest, raised(TENANT), noted, raised(OTHER_TENANT)], []);
  const updates = sent.filter(({ name }) => name === 'UpdateCommand').map(({ input }) => input);
  expect(updates.map(({ Key, ExpressionAttributeValues: { ':v0': id } }) => ({ Key, id }))).toEqual([
    { Key: newestSentKey(TENANT), id: LOW_ALERT },
    { Key: newestSentKey(OTHER_TENANT), id: OTHER_ALERT },
  ]);
});

test('Several changes of an alert are sent to a connection as one message with the last action; the delay counts from the oldest', async () => {
  const records = [
    raised(TENANT, '2026-11-22T11:59:58.000+00:00', 'acknowledged'),
    raised(TENANT, '2026-11-22T11:59:57.000+00:00', 'resolved'),
  ];
  const { outcome, posts, queries } = await run(records, [makeConnection(1)]);
  expect(queries).toHaveLength(2);
  expect(summaryOf(posts)).toEqual([['c1=', 'alert', 'resolved']]);
  expect(outcome).toEqual({ messages: 1, cutOff: 0, skipped: 0, oldestAt: '2026-11-22T11:59:57.000+00:00' });
});

test('A connection without the changed alert in its scope is neither authorized nor sent the change', async () => {
  const connections = [makeConnection(1), makeConnection(2, { siteIds: [OTHER_SITE] })];
  const { posts, reads } = await run([raised(TENANT)], connections);
  expect(summaryOf(posts)).toEqual([['c1=', 'alert', 'raised']]);
  expect(reads.filter((sk: string) => sk.includes(userIdOf(2)))).toEqual([]);
});

test('The fan-out of a change to a user reads only that user’s connections, including those that watch another tenant', async () => {
  const admin = makeConnection(1, { tenantId: OTHER_TENANT, role: 'platform_admin', siteIds: [] });
  const change = record('REMOVE', [`TENANT#${TENANT}`, `TOKEN#${userIdOf(1)}#5`]);
  const { queries, posts, closed } = await run([change, change], [admin, makeConnection(2)]);
  expect(queries).toEqual([`LIVE#${TENANT} CONNECTION#${userIdOf(1)}#`]);
  expect([posts, closed]).toEqual([[], []]); // another token of that user ended
});

test('The fan-out of a change to a tenant finds and authorizes all connections of the tenant with one query', async () => {
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

test('A new connection receives the message "ready" once, even if the stream contains two items of the connection', async () => {
  const admin = makeConnection(1, { tenantId: OTHER_TENANT, role: 'platform_admin', siteIds: [] });
  const records = connectionItems(admin)
    .filter(({ pk, sk }) => pk.startsWith('LIVE#') && sk.startsWith('CONNECTION#'))
    .map(({ pk, sk }) => record('INSERT', [pk, sk]));
  expect(records).toHaveLength(2);
  const { posts, outcome } = await run(records, [admin]);
  expect(summaryOf(posts)).toEqual([['c1=', 'ready', undefined]]);
  expect(outcome).toEqual({ messages: 1, cutOff: 0, skipped: 0, oldestAt: undefined });
});

/** A connection has left one alert and opened another. */
const viewed = (alertId: string | undefined, before?: string) => {
  const image = (id: string | undefined) => ({ tenant_id: TENANT, ...(id && { viewing: id }) });
  return record('MODIFY', [`LIVE#${TENANT}`, `CONNECTION#${userIdOf(1)}#c1=`], {
    old: image(before),
    new: image(alertId),
  });
};

test('When a person opens an alert, only the connections on which it is open are sent who has it open, by one query', async () => {
  const connections = [
    makeConnection(1, { viewing: ALERT }),
    makeConnection(2, { viewing: ALERT }),
    makeConnection(3, { viewing: LOW_ALERT }),
    makeConnection(4),
    makeConnection(5, { viewing: ALERT, siteIds: [OTHER_SITE] }),
  ];
  const { posts, queries, outcome } = await run([viewed(ALERT), viewed(ALERT)], connections);
  expect(queries).toEqual([`LIVE#${TENANT} CONNECTION#`]);
  expect(posts.map(({ id }) => id)).toEqual(['c1=', 'c2=']);
  expect(JSON.parse(posts[0]?.text ?? '')).toEqual({
    type: 'viewers',
    alert_id: ALERT,
    viewers: [1, 2].map((number) => ({ user_id: userIdOf(number), name: expect.any(String) })),
  });
  expect(outcome).toMatchObject({ messages: 2, oldestAt: undefined });
});

test('When nobody has an alert open any more, nothing is sent or read but one query', async () => {
  const { posts, reads } = await run([viewed(undefined, ALERT)], [makeConnection(4)]);
  expect([posts, reads]).toEqual([[], []]);
});

test('A change of a connection that opens no alert costs no read', async () => {
  const { queries, reads } = await run([viewed(ALERT, ALERT)], [makeConnection(1, { viewing: ALERT })]);
  expect([queries, reads]).toEqual([[], []]);
});

test('Of a deleted alert, no viewers are sent', async () => {
  const gone = '019a0000-0000-7000-8000-0000000000dd';
  const { posts } = await run([viewed(gone)], [makeConnection(1, { viewing: gone })]);
  expect(posts).toEqual([]);
});

test('Without a connected client, the fan-out measures no delay', async () => {
  const { outcome } = await run([raised(TENANT)], [makeConnection(1)], { isConnected: false });
  expect(outcome).toEqual({ messages: 0, cutOff: 0, skipped: 0, oldestAt: undefined });
});

const siteIdOf = (number: number) => `019a0000-0000-7000-8000-${String(number).padStart(12, 'c')}`;
const sitesOf = (count: number) => Array.from({ length: count }, (_, place) => siteIdOf(place));
const atOtherSites = (count: number) =>
  Array.from({ length: count }, (_, place) => makeConnection(1_000 + place, { siteIds: [OTHER_SITE] }));

test('The fan-out of a change at a site reads only connections that may see the site, however many others the tenant has', async () => {
  const watching = [1, 2, 3].map((number) => makeConnection(number));
  const few = await run([raised(TENANT)], watching);
  const many = await run([raised(TENANT)], [...watching, ...atOtherSites(500)]);
  expect(many.posts.map(({ id }) => id)).toEqual(['c1=', 'c2=', 'c3=']);
  expect(many.queries.sort()).toEqual([`LIVE#${TENANT}#${SITE}`, `LIVE#${TENANT}#ALL`]);
  // For each of the 3: its receiver, token, user and assignment. The alert and the tenant.
  expect([few.itemsRead, many.itemsRead]).toEqual([14, 14]);
});

test.each([
  [0, 'operator', []],
  [1, 'operator', ['raised']],
  [50, 'viewer', ['raised']],
  [51, 'operator', ['raised']],
  [100, 'viewer', ['raised']],
  [0, 'tenant_master', ['raised']],
] as const)(
  'A connected user with %i assigned sites, as %s, receives the changes in the scope',
  async (count, role, expected) => {
    const connection = makeConnection(1, { role, siteIds: [SITE, ...sitesOf(99)].slice(0, count) });
    const { posts } = await run([raised(TENANT)], [connection, ...atOtherSites(2)]);
    expect(summaryOf(posts).map(([, , action]) => action)).toEqual(expected);
  },
);

test('A platform admin who watches another tenant receives the changes at that tenant’s sites', async () => {
  const admin = makeConnection(1, {
    session: { tenantId: OTHER_TENANT, userId: userIdOf(1), tokenId: 1 },
    role: 'platform_admin',
    siteIds: [],
  });
  const { posts } = await run([raised(TENANT)], [admin]);
  expect(summaryOf(posts)).toEqual([['c1=', 'alert', 'raised']]);
});

test.each([8, 9])(
  'For a connection with %i sites, the fan-out finds the whole connection from the receiver item of one site',
  async (count) => {
    const connection = makeConnection(1, { siteIds: [SITE, ...sitesOf(count - 1)] });
    const { posts, reads } = await run([raised(TENANT)], [connection]);
    expect(summaryOf(posts)).toEqual([['c1=', 'alert', 'raised']]);
    expect(reads.filter((sk) => sk.startsWith('CONNECTION#'))).toHaveLength(count === 8 ? 0 : 1);
  },
);

test('The fan-out ignores a receiver item if the connection that it names no longer exists', async () => {
  const gone = makeConnection(2, { siteIds: [SITE, ...sitesOf(8)] });
  const { pk } = connectionItems(gone)[0] as { pk: string };
  const { posts, outcome } = await run([raised(TENANT)], [makeConnection(1), gone], {
    missing: `${pk} CONNECTION#${userIdOf(2)}#c2=`,
  });
  expect(summaryOf(posts)).toEqual([['c1=', 'alert', 'raised']]);
  expect(outcome).toMatchObject({ messages: 1, cutOff: 0 });
});

const withAge = (seconds: number, record: DynamoDBRecord): DynamoDBRecord => ({
  ...record,
  dynamodb: { ...record.dynamodb, ApproximateCreationDateTime: NOW.getTime() / 1_000 - seconds },
});

const tenantsWithMissedChanges = (recorded: readonly object[]) =>
  recorded.filter((it) => 'sk' in it && it.sk === 'MISSED_CHANGES');

test.each([
  [20, 202, []],
  [
    21,
    1,
    [
      {
        ...missedChangesKey(TENANT),
        at: formatTimestamp(NOW),
        ttl: NOW.getTime() / 1_000 + 10_800,
        connections: 201,
      },
    ],
  ],
])(
  'A fan-out that is %i seconds late reaches %i of 202 connections, so that the tenant with most of them delays no other',
  async (seconds, sent, missed) => {
    const other = makeConnection(999, {
      session: { tenantId: OTHER_TENANT, userId: userIdOf(999), tokenId: 999 },
      tenantId: OTHER_TENANT,
      siteIds: [OTHER_SITE],
    });
    const storm = Array.from({ length: 201 }, (_, place) => makeConnection(place + 1));
    const records = [withAge(seconds, raised(TENANT)), raised(OTHER_TENANT)];
    const { posts, recorded, outcome, sent: commands } = await run(records, [...storm, other]);
    expect(posts.map(({ id }) => id)).toContain('c999=');
    expect(posts).toHaveLength(sent);
    expect(outcome).toMatchObject({ skipped: 202 - sent });
    expect(tenantsWithMissedChanges(recorded)).toEqual(missed);
    const isSent = commands.some(
      ({ name, input }) => name === 'UpdateCommand' && input.Key.pk === `LIVE#${TENANT}`,
    );
    expect(isSent).toBe(missed.length === 0);
  },
);

const critical = { severity: 'critical' } as const;

test('A late fan-out does not read who has an alert open', async () => {
  const { queries, posts } = await run([withAge(21, viewed(ALERT))], [makeConnection(1, { viewing: ALERT })]);
  expect([queries, posts]).toEqual([[], []]);
});

test('A late fan-out sends only critical alerts to up to 2,000 connections of skipped tenants, after serving the other tenants', async () => {
  const other = makeConnection(9_999, {
    session: { tenantId: OTHER_TENANT, userId: userIdOf(9_999), tokenId: 9_999 },
    tenantId: OTHER_TENANT,
    siteIds: [OTHER_SITE],
  });
  const storm = Array.from({ length: 2_010 }, (_, place) => makeConnection(place + 1));
  const low = raised(TENANT, '2026-11-22T11:59:59.000+00:00', 'raised', LOW_ALERT);
  const records = [withAge(60, raised(TENANT)), low, raised(OTHER_TENANT)];
  const { posts, recorded, outcome } = await run(records, [...storm, other], { fields: critical });
  expect(posts[0]?.id).toBe('c9999=');
  expect(posts).toHaveLength(2_001);
  expect(new Set(summaryOf(posts).map(([, type, action]) => `${type} ${action}`))).toEqual(
    new Set(['alert raised']),
  );
  expect(new Set(posts.slice(1).map(({ text }) => JSON.parse(text).alert.id))).toEqual(new Set([ALERT]));
  expect(outcome).toMatchObject({ skipped: 2_010, messages: 2_001 });
  // All connections list again after their next ping.
  expect(tenantsWithMissedChanges(recorded)).toMatchObject([missedChangesKey(TENANT)]);
});

test.each<[string, Partial<Alert>]>([
  ['has been acknowledged', { ...critical, status: 'acknowledged' }],
  ['has been resolved', { ...critical, status: 'resolved' }],
  ['is high', { severity: 'high' }],
  ['is at a site outside the scope', { ...critical, site_id: OTHER_SITE }],
])('A late fan-out sends skipped connections no alert that %s', async (_, fields) => {
  const storm = Array.from({ length: 201 }, (_, place) => makeConnection(place + 1));
  const seen = makeConnection(500, { siteIds: [SITE, OTHER_SITE] });
  const { posts } = await run([withAge(60, raised(TENANT))], [...storm, seen], { fields });
  expect(posts.map(({ id }) => id)).toEqual(fields.site_id === OTHER_SITE ? ['c500='] : []);
});

test('A late fan-out still closes the connections of an ended session', async () => {
  const storm = Array.from({ length: 201 }, (_, place) => makeConnection(place + 1, { endsAt: NOW }));
  const ended = record('REMOVE', [`TENANT#${TENANT}`, `TOKEN#${userIdOf(1)}#1`]);
  const { closed } = await run([withAge(60, raised(TENANT)), ended], storm);
  expect(closed).toEqual(['c1=']);
});

test('A fan-out that fails records that its tenants may have missed changes', async () => {
  const { outcome, recorded } = await run(
    [raised(TENANT)],
    [1, 2, 3].map((it) => makeConnection(it)),
    { fails: true },
  );
  expect(outcome).toEqual(new Error('500'));
  expect(tenantsWithMissedChanges(recorded)).toMatchObject([missedChangesKey(TENANT)]);
});
