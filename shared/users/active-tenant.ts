import * as z from 'zod/mini';
import type { TenantSize } from '../actor.ts';
import { CHILD_COUNT } from '../table/attributes.ts';
import { OWN_PARTITION } from '../table/keys.ts';

const tenantItemSchema = z.object({
  data: z.object({ status: z.string(), requests_per_minute: z.optional(z.nullable(z.number())) }),
});

/**
 * Whether a tenant exists and is active. Users of another tenant cannot sign in or stay signed in, and its keys are
 * rejected. Guard's own tenant is never active, so accounts that somebody created there have no access.
 */
export function isActiveTenant(item: Record<string, unknown> | undefined): boolean {
  if (item === undefined || item['pk'] === OWN_PARTITION) return false;
  return tenantItemSchema.parse(item).data.status === 'active';
}

/** What the limit of a tenant's requests follows from. A copy of its status does not have the number of its children. */
export function tenantSizeOf(item: Record<string, unknown> | undefined): TenantSize {
  if (item === undefined || item['pk'] === OWN_PARTITION) return {};
  const { requests_per_minute: limit } = tenantItemSchema.parse(item).data;
  const children = item[CHILD_COUNT];
  return {
    ...(typeof children === 'number' ? { tenantChildren: children } : {}),
    ...(limit == null ? {} : { tenantRequestsPerMinute: limit }),
  };
}
