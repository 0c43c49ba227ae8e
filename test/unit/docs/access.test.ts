import { test } from 'vitest';
import { ACCESS_MATRIX, MANAGED_ROLES, ROLES, type Role, SCOPE } from '../../../shared/base/access.ts';
import { documentAt } from '../../docs/documents.ts';
import { documents, expectWritten } from './project.ts';

const REACH_WORDS: Readonly<Record<(typeof SCOPE)[Role], string>> = {
  platform: 'all tenants',
  tenant: 'own tenant',
  assigned_sites: 'assigned sites',
};

/** The access matrix as docs/access.md shows it. A row has the resources on which the same roles have the same permissions. */
function accessTable(): string {
  const permissions = Object.entries<readonly Role[]>(ACCESS_MATRIX).map(([permission, holders]) => {
    const [resource = '', action = ''] = permission.split(':');
    return { resource, action, cells: ROLES.map((role) => (holders.includes(role) ? 'yes' : '–')) };
  });
  const byResource = [
    ...Map.groupBy(permissions, ({ resource, cells }) => `${resource} ${cells}`).values(),
  ].map((alike) => ({
    resource: `\`${alike[0]?.resource}\``,
    actions: alike.map(({ action }) => action).join(', '),
    cells: alike[0]?.cells ?? [],
  }));
  const rows = [...Map.groupBy(byResource, ({ actions, cells }) => `${actions} ${cells}`).values()].map(
    (alike) =>
      row(`${alike.map(({ resource }) => resource).join(', ')}: ${alike[0]?.actions}`, alike[0]?.cells ?? []),
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

const { text } = documentAt('docs/access.md', documents);

test('docs/access.md shows the same access matrix as shared/base/access.ts', async () => {
  const written = text.replace(/(?:^\|.*\n)+/m, () => `${accessTable()}\n`);
  await expectWritten('docs/access.md', written);
});
