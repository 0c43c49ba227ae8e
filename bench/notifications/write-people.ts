import { randomBytes } from 'node:crypto';
import { writeItems } from '../../lib/local/write-items.ts';
import { userItem } from '../../shared/accounts/account.ts';
import { newId } from '../../shared/base/ids.ts';
import { formatTimestamp } from '../../shared/base/time.ts';
import { channelsKey } from '../../shared/table/keys.ts';
import type { Table } from '../../shared/table/table.ts';
import { benchUser } from '../bench-user.ts';

/** The number of people is the maximum number of rules of a tenant. */
export const PEOPLE = 100;

/** Writes people of a tenant with a verified e-mail channel each. Resolves to their ids. */
export async function writePeople(table: Table, tenantId: string): Promise<string[]> {
  const now = new Date();
  const at = formatTimestamp(now);
  const people = Array.from({ length: PEOPLE }, (_, place) => {
    const user = benchUser(`Person ${place}`, 'tenant_admin', tenantId, now);
    const channel = {
      id: newId(now, randomBytes),
      kind: 'email',
      address: user.email,
      verified_at: at,
      created_at: at,
    };
    return {
      id: user.id,
      items: [
        userItem(user, { password_hash: null, session_version: 1 }),
        { ...channelsKey(tenantId, user.id), channels: [channel] },
      ],
    };
  });
  await writeItems(
    table,
    people.flatMap(({ items }) => items),
  );
  return people.map(({ id }) => id);
}
