import { ACCESS_MATRIX, MANAGED_ROLES, ROLES, type Role, SCOPE } from '../../shared/access.ts';

const REACH_WORDS: Readonly<Record<(typeof SCOPE)[Role], string>> = {
  platform: 'all tenants',
  tenant: 'own tenant',
  assigned_sites: 'assigned sites',
};

/** The access matrix as docs/access.md shows it: a row for each permission, a column for each profile. */
export function accessTable(): string {
  const rows = Object.entries(ACCESS_MATRIX).map(([permission, holders]: [string, readonly Role[]]) =>
    row(
      `\`${permission}\``,
      ROLES.map((role) => (holders.includes(role) ? 'yes' : '–')),
    ),
  );
  return [
    row(
      '',
      ROLES.map((role) => `\`${role}\``),
    ),
    row(
      '---',
      ROLES.map(() => '---'),
    ),
    row(
      'scope',
      ROLES.map((role) => REACH_WORDS[SCOPE[role]]),
    ),
    ...rows,
    row(
      'manages users of',
      ROLES.map((role) => MANAGED_ROLES[role].map((it) => `\`${it}\``).join(', ') || '–'),
    ),
  ].join('\n');
}

const row = (head: string, cells: readonly string[]) => `| ${[head, ...cells].join(' | ')} |`;
