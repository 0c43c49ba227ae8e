import { expect, test } from 'vitest';
import { formatTimestamp } from '../../../../shared/base/time.ts';
import {
  CONNECTION_LIMIT,
  createTicket,
  hasReachedConnectionLimit,
  openConnection,
} from '../../../../shared/live/open-connection.ts';
import { issueTicket } from '../../../../shared/live/ticket.ts';
import { fakeTable, type SentCommand } from '../../../support/fake-table.ts';
import { liveTable, makeConnection, NOW, OTHER_TENANT, TENANT } from '../../../support/live-trial.ts';

const USER = makeConnection(1).session;
const randomBytes = (size: number) => new Uint8Array(size).fill(7);

test.each([
  [0, false],
  [CONNECTION_LIMIT - 1, false],
  [CONNECTION_LIMIT, true],
])(
  'With %i live connections, counted by one strongly consistent query, a user has reached the limit: %s',
  async (Count, expected) => {
    const { table, sent } = fakeTable([{ Count }]);
    expect(await hasReachedConnectionLimit(table, USER)).toBe(expected);
    expect(sent).toMatchObject([
      {
        name: 'QueryCommand',
        input: {
          KeyConditionExpression: 'pk = :v0 AND sk BETWEEN :v1 AND :v2',
          ExpressionAttributeValues: {
            ':v0': `LIVE#${TENANT}`,
            ':v1': `CONNECTION#${USER.userId}#`,
            ':v2': `CONNECTION#${USER.userId}#\u{10FFFF}`,
          },
          ConsistentRead: true,
          Select: 'COUNT',
          Limit: CONNECTION_LIMIT,
        },
      },
    ]);
    expect(sent).toHaveLength(1);
  },
);

const TICKET_REQUEST = {
  caller: USER as never,
  tenantId: TENANT,
  liveUrl: 'wss://live.test',
  now: NOW,
  randomBytes,
};

test('A user at the limit of live connections gets no ticket, and nothing is written', async () => {
  const { table, sent } = fakeTable(({ name }) =>
    name === 'QueryCommand' ? { Count: CONNECTION_LIMIT } : {},
  );
  await expect(createTicket(table, TICKET_REQUEST)).rejects.toMatchObject({ code: 'too_many_connections' });
  expect(sent.map(({ name }) => name)).toEqual(['QueryCommand']);
});

test('A ticket for a live connection is stored as a hash for 30 seconds, and its URL contains its plain text', async () => {
  const { table, sent } = fakeTable([{ Count: 0 }]);
  const { ticket, url, expires_at } = await createTicket(table, TICKET_REQUEST);
  expect(url).toBe(`wss://live.test?ticket=${encodeURIComponent(ticket)}`);
  expect(Date.parse(expires_at) - NOW.getTime()).toBe(30_000);
  const item = sent[1]?.input.Item;
  expect(item).toMatchObject({ expires_at, ttl: NOW.getTime() / 1_000 + 31 });
  expect(JSON.stringify(item)).not.toContain(ticket.split('guard_t_')[1]);
});

/** Opens a connection with a ticket of a user who has this number of connections. */
async function open(count: number, tenantId = TENANT) {
  const connection = makeConnection(1);
  const issued = issueTicket(connection.session, tenantId, randomBytes);
  const stored = {
    ...issued.key,
    secret_hash: issued.secretHash,
    expires_at: formatTimestamp(new Date(NOW.getTime() + 1)),
  };
  const writes: SentCommand[] = [];
  const { table } = liveTable(
    [connection],
    (command) => {
      if (command.name === 'QueryCommand') {
        expect(command.input.ExpressionAttributeValues[':v0']).toBe(`LIVE#${TENANT}`);
        return { Count: count };
      }
      if (command.name === 'TransactWriteCommand') writes.push(command);
      return undefined;
    },
    [stored],
  );
  const outcome = await openConnection(table, issued.plainText, {
    connectionId: 'c1=',
    now: NOW,
    random: () => 0,
  });
  return { outcome, writes };
}

test('If a user is below the limit of live connections, a WebSocket ticket opens one and is deleted', async () => {
  const { outcome, writes } = await open(CONNECTION_LIMIT - 1);
  expect(outcome).toMatchObject({ id: 'c1=', tenantId: TENANT, role: 'operator' });
  expect(writes).toHaveLength(1);
  const kinds = writes[0]?.input.TransactItems.map((it: object) => Object.keys(it)[0]);
  expect(kinds).toEqual(['Delete', 'Put', 'Put', 'Put', 'Update']);
});

test.each([TENANT, OTHER_TENANT])(
  'At the limit of live connections, a connection to the own or another tenant is rejected, and its ticket stays valid',
  async (tenantId) => {
    const { outcome, writes } = await open(CONNECTION_LIMIT, tenantId);
    expect(outcome).toBe('too_many_connections');
    expect(writes).toEqual([]);
  },
);

test.each([
  ['without a ticket', undefined, []],
  ['with a made-up text', `1|guard_t_${'0'.repeat(109)}`, []],
  [
    'with a well-formed ticket that nobody issued',
    issueTicket(USER, TENANT, randomBytes).plainText,
    ['GetCommand'],
  ],
])('Opening a live connection %s costs at most one read', async (_, ticket, calls) => {
  const { table, sent } = liveTable([makeConnection(1)]);
  const outcome = await openConnection(table, ticket, { connectionId: 'c1=', now: NOW, random: () => 0 });
  expect(outcome).toMatch(/^ticket_(malformed|not_found)$/);
  expect(sent.map(({ name }) => name)).toEqual(calls);
});
