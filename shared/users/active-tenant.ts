import * as z from 'zod/mini';

const tenantItemSchema = z.object({ data: z.object({ status: z.string() }) });

/** Whether a tenant's item is there and active: nobody of another one signs in or stays signed in. */
export function isActiveTenant(item: Record<string, unknown> | undefined): boolean {
  return item !== undefined && tenantItemSchema.parse(item).data.status === 'active';
}
