import { narrowToTenant, type Scope } from '../base/access.ts';
import { ApiError, invalidField } from '../base/errors.ts';

/**
 * The tenant in which an entity is created: the caller's own, or the one that a platform admin names by `?tenant_id=`. If
 * that is outside the scope, the request was already rejected.
 */
export function tenantToCreateIn(scope: Scope, tenantId: string | undefined): string {
  const narrowed = narrowToTenant(scope, tenantId);
  if (!narrowed) throw new ApiError('not_found');
  if (narrowed.kind === 'platform') throw invalidField('tenant_id', 'The tenant_id field is required.');
  return narrowed.tenantId;
}
