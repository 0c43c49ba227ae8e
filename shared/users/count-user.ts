import { CHILD_COUNT, DELETION } from '../table/attributes.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { tenantKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { User } from './user.ts';

/** How many active masters a tenant has, beside its data and in no index. */
export const MASTER_COUNT = 'active_masters';

export function isActiveMaster(user: Pick<User, 'role' | 'status'>): boolean {
  return user.role === 'tenant_master' && user.status === 'active';
}

/**
 * Counts at a tenant what becomes of one of its users: who comes or goes as its child, and who becomes or stops being
 * an active master. The last one stays, also when two masters remove each other at the same time; but an inactive
 * tenant, which nobody signs in to, may lose even that one, or it could never be emptied.
 */
export function countUser(
  table: Table,
  tenantId: string,
  before: User | undefined,
  after: User | undefined,
): GuardedWrite[] {
  const children = Number(after !== undefined) - Number(before !== undefined);
  const masters =
    Number(after !== undefined && isActiveMaster(after)) -
    Number(before !== undefined && isActiveMaster(before));
  if (children === 0 && masters === 0) return [];
  const keepsMaster = '(#masters > :one OR #data.#status = :inactive)';
  const write = {
    Update: {
      TableName: table.name,
      Key: tenantKey(tenantId),
      UpdateExpression: `ADD #children :children, #masters :masters${children > 0 ? ' REMOVE #deletion' : ''}`,
      ConditionExpression: masters < 0 ? `attribute_exists(pk) AND ${keepsMaster}` : 'attribute_exists(pk)',
      ExpressionAttributeNames: {
        '#children': CHILD_COUNT,
        '#masters': MASTER_COUNT,
        ...(children > 0 ? { '#deletion': DELETION } : {}),
        ...(masters < 0 ? { '#data': 'data', '#status': 'status' } : {}),
      },
      ExpressionAttributeValues: {
        ':children': children,
        ':masters': masters,
        ...(masters < 0 ? { ':one': 1, ':inactive': 'inactive' } : {}),
      },
    },
  };
  return [{ write, refused: masters < 0 ? 'last_tenant_master' : 'not_found' }];
}
