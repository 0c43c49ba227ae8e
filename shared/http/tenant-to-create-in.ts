import { narrowToTenant, type Scope } from '../base/access.ts';
import { ApiError, invalidField } from '../base/errors.ts';

/**
 * The tenant to create an entity in: the caller's own, or the tenant that a platform admin names with `?tenant_id=`. A
 * tenant outside the scope was rejected at admission.
 */
export function tenantToCreateIn(scope: Scope, tenantId: string | undefined): string {
  const narrowed = narrowToTenant(scope, tenantId);
  if (!narrowed) throw new ApiError('not_found');
  if (narrowed.kind === 'platform') throw invalidField('tenant_id', 'The tenant_id field is required.');
  return narrowed.tenantId;
}
