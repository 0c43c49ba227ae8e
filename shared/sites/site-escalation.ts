import { isPermitted } from '../access.ts';
import type { AuthenticatedUser } from '../actor.ts';
import { ApiError } from '../errors.ts';
import type { Escalation } from '../escalation.ts';

/**
 * Throws `forbidden` if the caller sets a site's escalation without the permission to set the tenant's, which it
 * overrides.
 */
export function checkSetsEscalation(
  { role }: Pick<AuthenticatedUser, 'role'>,
  { escalation }: { readonly escalation?: Escalation | null | undefined },
): void {
  if (escalation !== undefined && !isPermitted(role, 'escalation:update')) throw new ApiError('forbidden');
}
