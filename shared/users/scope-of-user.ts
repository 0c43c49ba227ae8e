import { type Role, SCOPE, type Scope } from '../access.ts';
import { assignmentKey, type ItemKey } from '../table/keys.ts';
import { readAssignedSites } from './assignment.ts';

/** The fields of a user that decide its scope. */
export interface ScopedUser {
  readonly tenantId: string;
  readonly userId: string;
  readonly role: Role;
}

/** The key of a user's assignment; none for roles without assignments. */
export function keysOfAssignment({ role, tenantId, userId }: ScopedUser): ItemKey[] {
  return SCOPE[role] === 'assigned_sites' ? [assignmentKey(tenantId, userId)] : [];
}

/** The scope of a user: the one rule for requests, lists and connections. */
export function scopeOfUser(
  { role, tenantId, userId }: ScopedUser,
  assignment: Readonly<Record<string, unknown>> | undefined,
): Scope {
  const kind = SCOPE[role];
  switch (kind) {
    case 'platform':
      return { kind };
    case 'tenant':
      return { kind, tenantId };
    case 'assigned_sites':
      return { kind, tenantId, siteIds: readAssignedSites(assignment), userId };
  }
}
