import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { idField, timestampInput } from '../base/fields.ts';
import { withMeta } from '../base/schema.ts';
import { auditKey } from '../table/keys.ts';
import {
  cutPage,
  EMPTY_PAGE,
  idsCreated,
  type Page,
  type PageRequest,
  spanBeyond,
} from '../table/list-page.ts';
import { type Partition, planList } from '../table/list-plan.ts';
import { buildQuery } from '../table/list-read.ts';
import type { Table } from '../table/table.ts';
import { AUDIT_EVENTS, type AuditEvent } from './audit-event.ts';

/** The query parameters that filter the audit log. */
export const auditFilterFields = {
  actor_id: withMeta(z.optional(idField), { description: 'Only changes by this user or key.' }),
  action: withMeta(
    z.optional(
      z
        .string()
        .check(z.regex(/^[a-z_]{1,40}\.[a-z_]{1,40}$/, { error: 'must be an action such as user.updated' })),
    ),
    {
      description: 'Only this action, such as `user.updated`.',
    },
  ),
  entity_id: withMeta(z.optional(idField), { description: 'Only changes of this entity.' }),
  since: withMeta(z.optional(timestampInput), { description: 'Only events at this time or later.' }),
  until: withMeta(z.optional(timestampInput), { description: 'Only events before this time.' }),
};

type AuditFilters = {
  readonly [F in keyof typeof auditFilterFields]?: string | undefined;
};

/** How many events a page reads at most if several filters are given. At about 600 B each, they cost 40 read units. */
const MOST_READ = 500;

/**
 * Reads a page by one Query. The index of the most specific filter is read; the other filters discard events afterwards.
 * Because the read is limited, such a page may be short, and its cursor continues after the last event that was read.
 */
export async function listAuditEvents(
  table: Table,
  tenantId: string,
  { since, until, ...filters }: AuditFilters,
  page: PageRequest,
): Promise<Page<AuditEvent>> {
  const direction = page.position?.direction ?? 'next';
  const span = spanBeyond(idsCreated(since, until), direction, page.position?.id);
  if (!span) return EMPTY_PAGE;
  const isFiltered = Object.values(filters).filter((it) => it !== undefined).length > 1;
  const { Items = [], LastEvaluatedKey } = await table.client.send(
    new QueryCommand({
      ...buildQuery(table.name, partitionOf(tenantId, filters), direction, span, {}),
      Limit: isFiltered ? MOST_READ : page.limit + 1,
    }),
  );
  const read = Items.map(AUDIT_EVENTS.peek);
  const found = read.filter((event) => matches(event, filters));
  const cut = cutPage(found, page);
  const last = read.at(-1);
  if (!LastEvaluatedKey || !last || found.length > page.limit) return cut;
  return { ...cut, [direction]: { direction, id: last.id } };
}

type Filters = Omit<AuditFilters, 'since' | 'until'>;

function partitionOf(tenantId: string, { entity_id, actor_id, action }: Filters): Partition {
  const plan = (division: 'severity' | 'status' | 'type', value: string) =>
    planList(AUDIT_EVENTS, { kind: 'tenant', tenantId }, division, { [division]: value }).rounds[0]?.[0];
  const indexed =
    (entity_id && plan('severity', entity_id)) ||
    (actor_id && plan('status', actor_id)) ||
    (action && plan('type', action));
  const { pk: value, sk: prefix } = auditKey(tenantId, '');
  return indexed || { index: undefined, value, prefix };
}

function matches({ entity, actor, action }: AuditEvent, filters: Filters): boolean {
  const { entity_id = entity.id, actor_id = actor.id, action: wanted = action } = filters;
  return entity.id === entity_id && actor.id === actor_id && action === wanted;
}
