import * as z from 'zod/mini';
import { OWN_PARTITION } from '../table/keys.ts';

const tenantItemSchema = z.object({ data: z.object({ status: z.string() }) });

/**
 * Whether a tenant exists and is active. Users of another tenant cannot sign in or stay signed in, and its keys are
 * rejected. Guard's own tenant is never active, so accounts that somebody created there have no access.
 */
export function isActiveTenant(item: Record<string, unknown> | undefined): boolean {
  if (item === undefined || item['pk'] === OWN_PARTITION) return false;
  return tenantItemSchema.parse(item).data.status === 'active';
}
