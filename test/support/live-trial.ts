import { userItem } from '../../shared/accounts/account.ts';
import { assignmentItem } from '../../shared/accounts/assignments.ts';
import { formatTimestamp } from '../../shared/base/time.ts';
import type { Sockets } from '../../shared/lambda/sockets.ts';
import type { Connection } from '../../shared/live/connection.ts';
import { type ItemKey, tenantKey, tokenKey } from '../../shared/table/keys.ts';
import { fakeTable, type SentCommand } from './fake-table.ts';
import { makeUser } from './make-user.ts';

export const NOW = new Date('2026-11-22T12:00:00.000Z');
export const TENANT = '019a0000-0000-7000-8000-000000000002';
export const SITE = '019a0000-0000-7000-8000-00000000000a';
export const OTHER_TENANT = '019a0000-0000-7000-8000-000000000003';
export const OTHER_SITE = '019a0000-0000-7000-8000-00000000000b';

type Item = Readonly<Record<string, unknown>> & ItemKey;
const nameOf = ({ pk, sk }: ItemKey) => `${pk} ${sk}`;

export const userIdOf = (number: number) => `019a0000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** A connection of its own user, an operator of one site. */
export function makeConnection(number: number, fields: Partial<Connection> = {}): Connection {
  return {
    id: `c${number}=`,
    session: { tenantId: TENANT, userId: userIdOf(number), tokenId: number },
    tenantId: TENANT,
    role: 'operator',
    siteIds: [SITE],
    connectedAt: new Date(NOW.getTime() - 60_000),
    endsAt: new Date(NOW.getTime() + 60_000),
    ...fields,
  };
}

/** The items of the valid session of a connection. */
function sessionItems({ session, role, siteIds }: Connection): Item[] {
  const { tenantId, userId, tokenId } = session;
  const user = makeUser({ id: userId, tenant_id: tenantId, role });
  const data = {
    token_id: tokenId,
    user_id: userId,
    secret_hash: 'hash',
    session_version: 3,
    created_at: formatTimestamp(NOW),
    expires_at: formatTimestamp(new Date(NOW.getTime() + 3_600_000)),
  };
  return [
    { ...tokenKey(tenantId, userId, tokenId), data },
    userItem(user, { password_hash: 'secret', session_version: 3 }),
    { ...tenantKey(tenantId), data: { status: 'active' } },
    assignmentItem(user, siteIds),
  ];
}

/** A table with the items of these connections and others; `answer` can replace the result of a command. */
export function liveTable(
  connections: readonly Connection[],
  answer: (sent: SentCommand) => unknown = () => undefined,
  others: readonly Item[] = [],
) {
  const all = [...connections.flatMap(sessionItems), ...others];
  const items = new Map(all.map((item) => [nameOf(item), item]));
  const deleted: string[] = [];
  const { table, sent, pauses } = fakeTable((command) => {
    const own = answer(command);
    if (own !== undefined) return own;
    if (command.name === 'DeleteCommand') deleted.push(nameOf(command.input.Key));
    if (command.name === 'GetCommand') return { Item: items.get(nameOf(command.input.Key)) };
    if (command.name !== 'BatchGetCommand') return {};
    const keys: ItemKey[] = command.input.RequestItems['guard-test'].Keys;
    return { Responses: { 'guard-test': keys.flatMap((key) => items.get(nameOf(key)) ?? []) } };
  });
  return {
    table,
    sent,
    pauses,
    deleted,
    /** Changes the data of an item. */
    change(key: ItemKey, data: object): void {
      const item = items.get(nameOf(key));
      if (item) items.set(nameOf(item), { ...item, data: { ...(item['data'] as object), ...data } });
    },
    /** The ids of the forgotten connections. */
    forgotten: () =>
      deleted.filter((name) => name.startsWith('CONNECTION#')).map((name) => name.slice(11).split(' ')[0]),
  };
}

/** Sockets that record posts and closings, which can fail. */
export function trialSockets(
  answer: {
    readonly post?: (id: string, text: string) => boolean | Promise<boolean>;
    readonly close?: (id: string) => void;
  } = {},
) {
  const posts: { readonly id: string; readonly text: string }[] = [];
  const closed: string[] = [];
  const sockets: Sockets = {
    async post(id, text) {
      posts.push({ id, text });
      return (await answer.post?.(id, text)) ?? true;
    },
    async close(id) {
      closed.push(id);
      answer.close?.(id);
    },
  };
  return { sockets, posts, closed };
}
