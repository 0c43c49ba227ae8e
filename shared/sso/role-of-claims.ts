import { ROLES, type Role } from '../base/access.ts';
import type { IdentityProvider } from './identity-provider.ts';

/** What one source, the ID token or the user info, claims about a person. */
export type Claims = Readonly<Record<string, unknown>>;

type Mapping = Pick<IdentityProvider, 'role_claim' | 'role_map' | 'default_role'>;

/** The roles that a provider gives a person. */
export interface RoleReading {
  /** The values of the role claim for which the map has a role. */
  readonly values: string[];
  /** Why there are no values: the provider withheld them, as Entra does if there are many groups, or sent no such claim. */
  readonly unknown?: 'withheld' | 'absent';
}

/**
 * Reads the role claim from all sources, because each may have some of the roles. If the claim is empty, the person has no
 * role; if it is missing, nothing is known.
 */
export function readRoles(
  sources: readonly Claims[],
  { role_claim, role_map }: Pick<Mapping, 'role_claim' | 'role_map'>,
): RoleReading {
  if (role_claim === null) return { values: [] };
  const telling = sources.filter((claims) => !withholds(claims, role_claim));
  const found = telling.map((claims) => findClaim(claims, role_claim)).filter((it) => it !== undefined);
  const isMapped = (value: string) => Object.hasOwn(role_map, value);
  const values = [...new Set(found.flatMap((claim) => valuesOf(claim, isMapped)).filter(isMapped))];
  if (found.length > 0) return { values };
  return { values, unknown: telling.length < sources.length ? 'withheld' : 'absent' };
}

/** Finds a claim by its name, or by a path such as `realm_access.roles`. Names within a path may contain dots themselves. */
export function findClaim(claims: unknown, name: string): unknown {
  if (typeof claims !== 'object' || claims === null) return undefined;
  if (Object.hasOwn(claims, name)) return Reflect.get(claims, name) ?? undefined;
  for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
    const head = name.slice(0, dot);
    const part = Object.hasOwn(claims, head) ? Reflect.get(claims, head) : undefined;
    const found = findClaim(part, name.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Whether a source names a claim but leaves its value out (OpenID Connect Core 1.0, section 5.6.2). Guard does not fetch the
 * value.
 */
function withholds({ _claim_names: names, hasgroups }: Claims, claim: string): boolean {
  const isLeftOut = (name: string) => claim === name || claim.startsWith(`${name}.`);
  if (typeof names === 'object' && names !== null && Object.keys(names).some(isLeftOut)) return true;
  return isLeftOut('groups') && (hasgroups === true || hasgroups === 'true');
}

/**
 * The values of a claim: the elements of a list, the names in an object except those with the value false or null, or the
 * parts of a text.
 */
function valuesOf(claim: unknown, isMapped: (value: string) => boolean): string[] {
  if (Array.isArray(claim)) return claim.flat(Number.POSITIVE_INFINITY).filter(isWord).map(String);
  if (typeof claim === 'object' && claim !== null) {
    return Object.entries(claim).flatMap(([name, value]) =>
      value === false || value === null ? [] : [name],
    );
  }
  if (!isWord(claim)) return [];
  const text = String(claim).trim();
  if (isMapped(text)) return [text];
  // If the text has commas or semicolons, these divide it, so that a name may contain spaces.
  return text.split(/[,;]/.test(text) ? /[,;]/ : /\s/).map((part) => part.trim());
}

const isWord = (value: unknown) => typeof value === 'string' || typeof value === 'number';

/**
 * The highest of the mapped roles; without any, the default role. It is never `platform_admin`, and the default is never
 * `tenant_master`.
 */
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
