import { ROLES, type Role } from '../access.ts';
import type { IdentityProvider } from '../identity-providers/identity-provider.ts';

type Mapping = Pick<IdentityProvider, 'role_claim' | 'role_map' | 'default_role'>;

/** The values of the role claim that the map contains. A name such as `realm_access.roles` may also be a path. */
export function mappedValues(
  claims: Readonly<Record<string, unknown>>,
  { role_claim, role_map }: Pick<Mapping, 'role_claim' | 'role_map'>,
): string[] {
  if (role_claim === null) return [];
  const value = Object.hasOwn(claims, role_claim) ? claims[role_claim] : at(claims, role_claim.split('.'));
  return [value].flat().filter((it) => typeof it === 'string' && Object.hasOwn(role_map, it)) as string[];
}

function at(claims: unknown, path: readonly string[]): unknown {
  return path.reduce(
    (part, name) =>
      typeof part === 'object' && part !== null && Object.hasOwn(part, name)
        ? Reflect.get(part, name)
        : undefined,
    claims,
  );
}

/** The highest mapped role, or the default. It is never `platform_admin`, and never `tenant_master` by default. */
export function roleOf(
  values: readonly string[],
  { role_map, default_role }: Pick<Mapping, 'role_map' | 'default_role'>,
): Role | undefined {
  const mapped = new Set<Role | undefined>(
    values.map((it) => (Object.hasOwn(role_map, it) ? role_map[it] : undefined)),
  );
  const highest = ROLES.find((role) => role !== 'platform_admin' && mapped.has(role));
  return highest ?? default_role ?? undefined;
}
