import * as z from 'zod/mini';
import { ApiError } from '../base/errors.ts';
import { idField, slugField } from '../base/fields.ts';
import { EXAMPLE_IDS, timeOfId } from '../base/ids.ts';
import { wrongReferences } from '../base/references.ts';
import { withMeta } from '../base/schema.ts';
import { alertSeverityField, readTenantEscalation } from '../base/severities.ts';
import { DAY_MS, epochSecondsAfterDays, formatTimestamp } from '../base/time.ts';
import { SITES } from '../sites/site.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { changeItem } from '../table/change-item.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { decideAndWrite } from '../table/decide-and-write.ts';
import { TTL_ATTRIBUTE } from '../table/definition.ts';
import { drillsKey, tenantKey } from '../table/keys.ts';
import { batchGet, getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { readVersion } from '../table/version.ts';
import { requireItem } from '../table/writes.ts';
import type { ActionContext } from './action-context.ts';
import { ALERTS, type Alert, alertSchema } from './alert.ts';
import { creationWrites, newAlert } from './create-alert.ts';
import { stepsOfDrill } from './escalation-steps.ts';

/**
 * A drill is an alert about nothing, with `drill: true`. It reaches people exactly like any other alert, by rules, schedules,
 * channels and escalation, and its messages say that it is a drill. It has no action plan and no dedup key, never becomes an
 * occurrence of another alert, and no statistics, summary or overview counts it.
 */

/** How many drills a tenant may start in 24 hours. */
export const MOST_DRILLS = 5;

/** A drill ends by itself after this time. Later steps of the escalation do not happen. */
const DRILL_MS = 15 * 60_000;

/** How long the list of a tenant's drills is kept after the last one. */
const KEPT_DAYS = 30;

export const drillInputSchema = withMeta(
  z.strictObject({
    site_id: idField,
    type: withMeta(slugField, { description: 'The type of the alert, which rules may require.' }),
    severity: alertSeverityField,
  }),
  {
    id: 'DrillInput',
    examples: [{ site_id: EXAMPLE_IDS.site, type: 'panic', severity: 'critical' }],
  },
);

export type DrillInput = z.infer<typeof drillInputSchema>;

export const drillsSchema = withMeta(
  z.object({
    data: withMeta(z.array(alertSchema), {
      description: `The alerts of the last ${MOST_DRILLS} drills within 30 days, newest first.`,
    }),
    remaining: withMeta(z.int(), { description: 'How many drills may be started now.' }),
  }),
  { id: 'Drills', description: 'The drills of a tenant.', examples: [{ data: [], remaining: MOST_DRILLS }] },
);

/** The ids of a tenant's last drills, newest first. Each contains the time at which its drill was started. */
const storedSchema = z.object({ alert_ids: z._default(z.array(z.string()), []) });

const readIds = (item: Readonly<Record<string, unknown>> | undefined) =>
  storedSchema.parse(item ?? {}).alert_ids;

const remainingOf = (ids: readonly string[], now: Date) =>
  MOST_DRILLS - ids.filter((id) => timeOfId(id).getTime() > now.getTime() - DAY_MS).length;

interface Starting extends ActionContext {
  readonly tenantId: string;
  readonly now: Date;
}

const MESSAGE = 'DRILL: this tests who is notified. Nothing has happened.';

/**
 * Starts a drill. The limit is exact, because each drill changes the item that lists the last ones. `alongside` returns
 * further writes of the same transaction. Throws `drill_limit_reached`.
 */
export async function startDrill(
  table: Table,
  { site_id, type, severity }: DrillInput,
  { tenantId, now, ...context }: Starting,
  alongside: (drill: Alert) => readonly GuardedWrite[],
): Promise<Alert> {
  const { at, actor, newId } = context;
  const keys = [drillsKey(tenantId), SITES.key(tenantId, site_id), tenantKey(tenantId)] as const;
  const [key, ...required] = keys;
  const load = async () => {
    const [drills, site, tenant] = await batchGet(table, keys);
    if (!site) throw wrongReferences('site_id');
    return { drills, site: SITES.entityOf(site), tenant, version: readVersion(drills) };
  };
  return decideAndWrite(table, await load(), load, ({ drills, site, tenant, version }, writeId) => {
    const ids = readIds(drills);
    if (remainingOf(ids, now) <= 0) throw new ApiError('drill_limit_reached');
    const report = { type, severity, message: MESSAGE };
    const drill: Alert = { ...newAlert(newId(at), { site }, report, { actor, at }), drill: true };
    const end = formatTimestamp(new Date(now.getTime() + DRILL_MS));
    const pending = stepsOfDrill(drill, site.escalation ?? readTenantEscalation(tenant), { at, end });
    const after = {
      ...key,
      alert_ids: [drill.id, ...ids].slice(0, MOST_DRILLS),
      [TTL_ATTRIBUTE]: epochSecondsAfterDays(at, KEPT_DAYS),
    };
    const before = { ...key, alert_ids: drills && ids, [TTL_ATTRIBUTE]: drills?.[TTL_ATTRIBUTE] };
    const writes = [
      changeItem(table, before, after, { version, writeId }),
      ...required.map((it) => requireItem(table, it, 'stale')),
      ...creationWrites(table, drill, context, { pending, plan: undefined }),
      ...auditWrites(table, { name: 'DRILL' }, undefined, auditedDrill(drill), { action: 'started' }),
      ...alongside(drill),
    ];
    return { writes, result: drill };
  });
}

/** What the audit log says about a drill, with the name of its site as its name. */
const auditedDrill = ({ id, tenant_id, site_id, site_name: name, type, severity }: Alert) => ({
  id,
  tenant_id,
  name,
  site_id,
  type,
  severity,
});

/** Reads the last drills of a tenant that still exist, strongly consistent. */
export async function readDrills(
  table: Table,
  tenantId: string,
  now: Date,
): Promise<z.infer<typeof drillsSchema>> {
  const ids = readIds(await getItem(table, drillsKey(tenantId)));
  const items = await batchGet(
    table,
    ids.map((id) => ALERTS.key(tenantId, id)),
  );
  return {
    data: items.flatMap((item) => (item ? [ALERTS.entityOf(item)] : [])),
    remaining: Math.max(0, remainingOf(ids, now)),
  };
}
