import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { withMeta } from '../base/schema.ts';
import { contactSchema } from '../sites/contact.ts';
import { expressionInput } from '../table/expression.ts';
import { tenantPartition } from '../table/keys.ts';
import { valuesFilter } from '../table/list-contract.ts';
import { inPartition } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { type Alert, alertSchema } from './alert.ts';
import { ALERT_EVENTS, type AlertEvent, alertEventSchema } from './alert-event.ts';
import { alertPlanSchema } from './alert-plan.ts';

/** How many history entries the response with an alert contains. */
export const RECENT_ENTRIES = 20;

export const alertDetailsQuery = z.object({
  include: valuesFilter(
    z.enum(['history', 'plan', 'contacts', 'pictures']),
    `Further parts of the response. \`history\`: its newest ${RECENT_ENTRIES} entries, newest first. \`plan\`: its action plan. \`contacts\`: whom to call about its site, which takes the permission to read contacts. \`pictures\`: its pictures.`,
  ),
});

const { examples = [], description } = z.globalRegistry.get(alertSchema) ?? {};
const contacts = z.globalRegistry.get(contactSchema)?.examples ?? [];
const [plan] = z.globalRegistry.get(alertPlanSchema)?.examples ?? [];
const entries = z.globalRegistry.get(alertEventSchema)?.examples ?? [];

export const alertDetailsFields = z.extend(alertSchema, {
  history: withMeta(z.optional(z.array(alertEventSchema)), {
    description: `The newest ${RECENT_ENTRIES} entries of its history, newest first, if \`include\` names \`history\`. They include every change that the alert shows.`,
  }),
  plan: withMeta(z.optional(alertPlanSchema), {
    description: 'Its action plan with the outcomes of its steps, if `include` names `plan`.',
  }),
  contacts: withMeta(z.optional(z.array(contactSchema)), {
    description:
      'The contacts of its site, in the order in which to call them, if `include` names `contacts`. Empty if the site was deleted.',
  }),
});

/** Describes a schema of these fields and further ones, with examples of them. */
export const describeDetails = (further: object) => ({
  id: 'AlertDetails',
  description,
  examples: examples.map((alert) => ({ ...(alert as object), history: entries, plan, contacts, ...further })),
});

/** The newest entries of an alert's history, newest first, strongly consistent. */
export async function readRecentHistory(
  table: Table,
  { tenant_id, id }: Pick<Alert, 'tenant_id' | 'id'>,
): Promise<AlertEvent[]> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      ...expressionInput({ key: inPartition(tenantPartition(tenant_id), ALERT_EVENTS.prefix(id)) }),
      ScanIndexForward: false,
      Limit: RECENT_ENTRIES,
      ConsistentRead: true,
    }),
  );
  return Items.map(ALERT_EVENTS.peek);
}

/**
 * Whether a history that was read before its alert lacks the entry of the alert's last change. That entry has the alert's
 * `updated_at`.
 */
export function isBehind(
  [newest]: readonly AlertEvent[],
  { updated_at }: Pick<Alert, 'updated_at'>,
): boolean {
  return newest === undefined || newest.at < updated_at;
}
