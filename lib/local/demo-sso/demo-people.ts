import { DEMO_PASSWORD } from '../demo-accounts.ts';

/** The client id of Guard at the demo provider. */
export const CLIENT_ID = 'guard';

export const SSO_DOMAIN = 'acme-sso.test';

/** What the demo provider knows about a person. */
export interface DemoPerson {
  readonly email: string;
  readonly name: string;
  readonly groups: readonly string[];
}

/** The people whom the demo provider knows. When one signs in for the first time, Guard creates a user in the tenant Acme. */
export const DEMO_PEOPLE: readonly DemoPerson[] = [
  person('admin', 'Ada Admin', ['guard-admins']),
  person('viewer', 'Vic Viewer', ['guard-viewers']),
  // Guard refuses this person, who is in none of the groups that Guard's provider maps to a role.
  person('visitor', 'Vera Visitor', ['visitors']),
];

export const SSO_ROLES = { 'guard-admins': 'tenant_admin', 'guard-viewers': 'viewer' } as const;

/** Finds the person with these credentials. The password is that of all demo accounts. */
export function findPerson(email: string | null, password: string | null): DemoPerson | undefined {
  return password === DEMO_PASSWORD ? DEMO_PEOPLE.find((it) => it.email === email) : undefined;
}

function person(name: string, fullName: string, groups: readonly string[]): DemoPerson {
  return { email: `${name}@${SSO_DOMAIN}`, name: fullName, groups };
}
