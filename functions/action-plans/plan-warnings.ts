import type { ActionPlan } from '../../shared/action-plans/action-plan.ts';
import { unseenTypes } from '../../shared/alerts/unseen-types.ts';
import type { Warning } from '../../shared/fields.ts';
import { warnOfDeletedSites } from '../../shared/sites/check-sites.ts';
import type { Table } from '../../shared/table/table.ts';

/** Says for which of its sites and types a plan is probably never chosen. */
export async function warningsOfPlan(
  table: Table,
  tenantId: string,
  { site_ids, types }: Pick<ActionPlan, 'site_ids' | 'types'>,
): Promise<Warning[]> {
  const [sites, unseen] = await Promise.all([
    warnOfDeletedSites(table, tenantId, site_ids),
    unseenTypes(table, tenantId, types),
  ]);
  return [...sites, ...unseen];
}
