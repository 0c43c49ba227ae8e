import { isPermitted, type Permission, ROLES, type Role } from '../../shared/base/access.ts';
import { isPermission, type Route } from '../../shared/http/route.ts';

/** The roles that may call a route, by the access matrix; `undefined` if no token is needed. */
export function profilesOf(route: Route): readonly Role[] | undefined {
  const { access } = route;
  if (access === 'anyone') return undefined;
  return isPermission(access) ? ROLES.filter((role) => isPermitted(role, access)) : ROLES;
}

export function describeProfiles(route: Route): string {
  const profiles = profilesOf(route);
  if (!profiles) return 'Needs no token.';
  const keys = route.takesKeys ? ` Takes keys with the access \`${route.takesKeys}\`.` : '';
  if (profiles.length === ROLES.length) return `Open to every profile.${keys}`;
  const named = profiles.map((role) => `\`${role}\``).join(', ');
  return `Profiles: ${named}.${describeBounds(route.access)}${keys}`;
}

const BOUNDED: readonly Route['access'][] = [
  'users:create',
  'users:update',
  'users:delete',
] satisfies Permission[];

/** Permissions on users also depend on the role of the other user. */
function describeBounds(access: Route['access']): string {
  return BOUNDED.includes(access) ? ' Each profile only for users of the profiles that it manages.' : '';
}
