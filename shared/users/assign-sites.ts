import { isOperational } from '../access.ts';
import { ApiError, type FieldErrors, invalidField } from '../errors.ts';
import { checkIfMatch } from '../http/etag.ts';
import { batchGet } from '../table/batch-get.ts';
import { decideAndWrite, type GuardedWrite } from '../table/commit.ts';
import { entityKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { requireItem } from '../table/writes.ts';
import type { User } from './user.ts';
import { type Account, assignmentItem, getAssignedSiteIds, reloadAccount } from './user-store.ts';

/**
 * Replaces the sites assigned to an operator or viewer, in one step. Every site must be one of the user's tenant.
 * Returns the sites as they are assigned now, each once.
 */
export function assignSites(
  table: Table,
  account: Account,
  siteIds: readonly string[],
  ifMatch: string | undefined,
): Promise<string[]> {
  const owner = { tenantId: account.user.tenant_id, userId: account.user.id };
  const assigned = [...new Set(siteIds)];
  return decideAndWrite(table, account, reloadAccount(table, account), async ({ user }) => {
    if (!isOperational(user.role)) {
      throw invalidField('site_ids', 'Sites are assigned to operators and viewers only.');
    }
    const [before] = await Promise.all([
      ifMatch === undefined ? undefined : getAssignedSiteIds(table, owner),
      checkSites(table, user.tenant_id, siteIds),
    ]);
    if (before) checkIfMatch(ifMatch, { site_ids: before });
    const writes = [
      putAssignment(table, user, assigned, before),
      requireItem(table, entityKey('USER', user.tenant_id, user.id), 'stale', { role: user.role }),
    ];
    return { writes, result: assigned };
  });
}

/** Throws `validation_failed` naming each id that is no site of the tenant. */
async function checkSites(table: Table, tenantId: string, siteIds: readonly string[]): Promise<void> {
  const sites = await batchGet(
    table,
    siteIds.map((id) => entityKey('SITE', tenantId, id)),
  );
  const fields: FieldErrors = {};
  for (const [place, site] of sites.entries()) {
    const field = `site_ids.${place}`;
    if (!site) fields[field] = [`The ${field} field must be an existing site.`];
  }
  if (Object.keys(fields).length > 0) throw new ApiError('validation_failed', { fields });
}

/** With `before`, holds only while that is what is assigned; nothing assigned may also be no item at all. */
function putAssignment(
  table: Table,
  user: User,
  siteIds: readonly string[],
  before: readonly string[] | undefined,
): GuardedWrite {
  const put = { TableName: table.name, Item: assignmentItem(user, siteIds) };
  if (!before) return { write: { Put: put }, refused: 'stale' };
  const isNone = before.length === 0 ? 'attribute_not_exists(pk) OR ' : '';
  const condition = {
    ConditionExpression: `${isNone}#site_ids = :before`,
    ExpressionAttributeNames: { '#site_ids': 'site_ids' },
    ExpressionAttributeValues: { ':before': before },
  };
  return { write: { Put: { ...put, ...condition } }, refused: 'stale' };
}
