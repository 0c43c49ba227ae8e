import * as z from 'zod/mini';
import { timestampInput } from '../../shared/base/fields.ts';
import { timeOfId } from '../../shared/base/ids.ts';
import { validate } from '../../shared/base/validation.ts';
import { hoursWithAlerts } from '../../shared/statistics/hours-with-alerts.ts';
import { markPeriod } from '../../shared/statistics/period-item.ts';
import type { Range } from '../../shared/statistics/read-groups.ts';
import { recomputePeriod } from '../../shared/statistics/recompute.ts';
import { wrongUsage } from './admin-error.ts';
import type { AdminCommand, AdminContext } from './context.ts';
import { findTenantId } from './find-tenant-id.ts';

interface Options {
  readonly tenant: string;
  readonly since?: string;
  readonly until?: string;
}

const PROGRESS_MILLISECONDS = 10_000;

const rangeSchema = z.object({ since: z.optional(timestampInput), until: z.optional(timestampInput) });

/**
 * Counts the alerts of a tenant again, hour by hour. It can be stopped and repeated at any time, also while the stage counts:
 * the numbers of an hour are overwritten, and those of alerts that have expired stay.
 */
export const rebuildStatisticsCommand: AdminCommand<Options> = async (context, { tenant, ...given }) => {
  const tenantId = await findTenantId(context.table, tenant);
  const { since, until } = validate(rangeSchema, given);
  const range = {
    // No alert is older than its tenant.
    since: since === undefined ? timeOfId(tenantId) : new Date(since),
    until: until === undefined ? context.clock() : new Date(until),
  };
  if (range.since >= range.until) throw wrongUsage('--since must be before --until and before now.');
  return rebuild(context, tenantId, range);
};

async function* rebuild(
  { table, clock }: AdminContext,
  tenantId: string,
  range: Range,
): AsyncGenerator<string> {
  let hours = 0;
  let reportedAt = clock().getTime();
  for await (const hour of hoursWithAlerts(table, tenantId, range)) {
    const now = clock();
    const { marked } = await markPeriod(table, tenantId, hour, now, { isUnderWay: true });
    await recomputePeriod({ table, now, rollsUp: false }, marked);
    hours += 1;
    if (now.getTime() - reportedAt < PROGRESS_MILLISECONDS) continue;
    reportedAt = now.getTime();
    yield `Counted ${hours} hours, up to ${hour.name}:00 UTC.`;
  }
  yield `Counted ${hours} hours again. Their days and months follow within five minutes.`;
}
