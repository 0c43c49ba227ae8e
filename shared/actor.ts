import type { Role } from './access.ts';

/** Who makes a change, as far as it decides what they may change. */
export interface Actor {
  /** `undefined` where it is no user. */
  readonly userId: string | undefined;
  readonly tenantId: string | undefined;
  readonly role: Role;
}

/** The user behind a valid token, as the authorizer hands it to the endpoints. */
export interface AuthenticatedUser {
  readonly userId: string;
  readonly tenantId: string;
  readonly role: Role;
  readonly tokenId: number;
  readonly sessionVersion: number;
}

/** Whoever holds the table itself, at the command line: may do what a platform admin may, and is no user. */
export const TABLE_OWNER: Actor = { userId: undefined, tenantId: undefined, role: 'platform_admin' };
