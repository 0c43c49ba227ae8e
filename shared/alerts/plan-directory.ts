import * as z from 'zod/mini';
import type { GuardedWrite } from '../table/commit.ts';
import { attribute, expression, expressionInput } from '../table/expression.ts';
import { planDirectoryKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { ActionPlan } from './action-plan.ts';
import type { PlanRule } from './choose-plan.ts';

/**
 * One item of a tenant lists the rules of its active plans, so that raising an alert reads them all as of one instant. Each
 * plan is an attribute of the item, written in the transaction that changes the plan. An ordinary tenant's item fits one read
 * unit; the largest has 360 KB, with 200 plans of 50 sites and 10 types each.
 */
const PREFIX = 'plan_';

/** Replaces hyphens, because DynamoDB expressions allow none in names. */
const attributeOf = (planId: string) => PREFIX + planId.replaceAll('-', '_');
const planIdOf = (name: string) => name.slice(PREFIX.length).replaceAll('_', '-');

const ruleSchema = z.object({
  version: z.int(),
  sites: z.optional(z.string()),
  types: z.optional(z.array(z.string())),
  min_severity: z.optional(z.string()),
});

/** The directory of a tenant with these active plans. */
export function directoryItem(plans: readonly [ActionPlan, ...ActionPlan[]]) {
  const rules = plans.map((plan) => [attributeOf(plan.id), storeRule(plan)]);
  return { ...planDirectoryKey(plans[0].tenant_id), ...Object.fromEntries(rules) };
}

/** Puts an active plan into the directory, or removes a plan that is not active. */
export function listInDirectory(table: Table, { tenant_id, status, ...plan }: ActionPlan): GuardedWrite {
  const name = attribute(attributeOf(plan.id));
  return updateDirectory(
    table,
    tenant_id,
    status === 'active' ? expression`SET ${name} = ${storeRule(plan)}` : expression`REMOVE ${name}`,
  );
}

export function removeFromDirectory(
  table: Table,
  { tenant_id, id }: Pick<ActionPlan, 'tenant_id' | 'id'>,
): GuardedWrite {
  return updateDirectory(table, tenant_id, expression`REMOVE ${attribute(attributeOf(id))}`);
}

/** The rules of a tenant's active plans, from its directory. */
export function readDirectory(item: Readonly<Record<string, unknown>> | undefined): PlanRule[] {
  return Object.entries(item ?? {}).flatMap(([name, value]): PlanRule[] => {
    if (!name.startsWith(PREFIX)) return [];
    const { version, sites, types = null, min_severity = null } = ruleSchema.parse(value);
    const site_ids = sites === undefined ? null : unpackIds(sites);
    return [{ id: planIdOf(name), version, site_ids, types, min_severity }];
  });
}

function updateDirectory(
  table: Table,
  tenantId: string,
  update: ReturnType<typeof expression>,
): GuardedWrite {
  const input = { Key: planDirectoryKey(tenantId), ...expressionInput({ update }) };
  return { write: { Update: { TableName: table.name, ...input } }, refused: 'stale' };
}

function storeRule({ version, site_ids, types, min_severity }: Omit<PlanRule, 'id'>) {
  return {
    version,
    ...(site_ids ? { sites: packIds(site_ids) } : {}),
    ...(types ? { types } : {}),
    ...(min_severity ? { min_severity } : {}),
  };
}

const BYTES_OF_ID = 16;

/** Packs ids without their hyphens as base64url, which nearly halves their length. */
function packIds(ids: readonly string[]): string {
  return Buffer.from(ids.join('').replaceAll('-', ''), 'hex').toString('base64url');
}

function unpackIds(packed: string): string[] {
  const bytes = Buffer.from(packed, 'base64url');
  return Array.from({ length: bytes.length / BYTES_OF_ID }, (_, place) =>
    bytes
      .toString('hex', place * BYTES_OF_ID, (place + 1) * BYTES_OF_ID)
      .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  );
}
