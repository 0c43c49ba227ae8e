import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { withMeta } from '../base/schema.ts';
import { contactSchema } from '../sites/contact.ts';
import { expressionInput } from '../table/expression.ts';
import { tenantPartition } from '../table/keys.ts';
import { valuesFilter } from '../table/list-contract.ts';
import { isBeyond, type Page, type PageRequest, readPage } from '../table/list-page.ts';
import { planList } from '../table/list-plan.ts';
import { readPartition } from '../table/list-read.ts';
import { inPartition } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { type Alert, alertSchema, type StoredAlert } from './alert.ts';
import { ALERT_EVENTS, type AlertEvent, alertEventSchema } from './alert-event.ts';
import { isDivided } from './alert-form.ts';
import { eventsOfLog } from './alert-log.ts';
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

/**
 * Reads the newest history entries that are items of their own, newest first, strongly consistent. It needs only the key of
 * the alert, so it can run while the alert is read.
 */
export async function readOwnEntries(
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

/** The newest entries of the history of an alert that was read, newest first, given those that are items. */
export function recentHistory(
  { entity, log }: Pick<StoredAlert, 'entity' | 'log'>,
  own: readonly AlertEvent[],
): AlertEvent[] {
  return [...own, ...eventsOfLog(entity, log)]
    .sort((one, other) => (one.id < other.id ? 1 : -1))
    .slice(0, RECENT_ENTRIES);
}

/** Reads the newest entries of the history of an alert that was just read, newest first. */
export const readRecentHistory = async (table: Table, stored: StoredAlert): Promise<AlertEvent[]> =>
  recentHistory(stored, await readOwnEntries(table, stored.entity));

/**
 * Whether entries that were read before their alert lack one that the alert shows. In the whole form, the entry of the last
 * change has the alert's `updated_at`.
 */
export function isBehind(
  [newest]: readonly AlertEvent[],
  { entity: { updated_at }, form, ownEntry = '' }: StoredAlert,
): boolean {
  if (isDivided(form)) return (newest?.id ?? '') < ownEntry;
  return newest === undefined || newest.at < updated_at;
}

/** The places in which the entries of a history are. */
const PLACES = ['items', 'log'] as const;

/** Reads a page of the history of an alert that was just read, newest first. */
export function listHistory(
  table: Table,
  { entity, log }: StoredAlert,
  page: PageRequest,
): Promise<Page<AlertEvent>> {
  const { tenant_id: tenantId, id } = entity;
  const plan = planList(ALERT_EVENTS, { kind: 'under', tenantId, id });
  const readItems = readPartition(table, ALERT_EVENTS, plan);
  const logged = eventsOfLog(entity, log);
  return readPage<(typeof PLACES)[number], AlertEvent>(
    [PLACES],
    async (place, from) => {
      if (place === 'items') {
        const partitions = plan.rounds.flat();
        return (await Promise.all(partitions.map((it) => readItems(it, from)))).flat();
      }
      const { direction, beyond, count } = from;
      const following = logged.filter(
        ({ id }) => beyond === undefined || isBeyond(id, { direction, id: beyond }),
      );
      return (direction === 'next' ? following.toReversed() : following).slice(0, count);
    },
    page,
  );
}
