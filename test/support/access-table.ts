import { ACCESS_MATRIX, MANAGED_ROLES, REACH, ROLES, type Role } from '../../shared/access.ts';

const REACH_WORDS: Readonly<Record<(typeof REACH)[Role], string>> = {
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
      'reach',
      ROLES.map((role) => REACH_WORDS[REACH[role]]),
    ),
    ...rows,
    row(
      'manages users of',
      ROLES.map((role) => MANAGED_ROLES[role].map((it) => `\`${it}\``).join(', ') || '–'),
    ),
  ].join('\n');
}

const row = (head: string, cells: readonly string[]) => `| ${[head, ...cells].join(' | ')} |`;
