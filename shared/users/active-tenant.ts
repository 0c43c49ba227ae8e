import * as z from 'zod/mini';
import { OWN_PARTITION } from '../table/keys.ts';

const tenantItemSchema = z.object({ data: z.object({ status: z.string() }) });

/**
 * Whether a tenant's item is there and active: nobody of another one signs in or stays signed in, and no key of it is let in.
 * Guard's own tenant never is: whatever somebody created there has no power.
 */
export function isActiveTenant(item: Record<string, unknown> | undefined): boolean {
  if (item === undefined || item['pk'] === OWN_PARTITION) return false;
  return tenantItemSchema.parse(item).data.status === 'active';
}
