import { batchGet } from '../table/batch-get.ts';
import type { Table } from '../table/table.ts';
import { USERS } from '../users/user.ts';
import type { Availability } from './schedule-contract.ts';

/** The fields of a person that a schedule shows. */
export interface Person {
  /** Null for a deleted user. */
  readonly name: string | null;
  readonly status: Availability;
}

const DELETED: Person = { name: null, status: 'deleted' };

/** Reads users of a tenant. The function that it returns says who a user is now. */
export async function readPeople(
  table: Table,
  tenantId: string,
  userIds: Iterable<string>,
): Promise<(userId: string) => Person> {
  const ids = [...new Set(userIds)];
  const items = await batchGet(
    table,
    ids.map((id) => USERS.key(tenantId, id)),
  );
  const people = new Map(
    ids.map((id, place): [string, Person] => {
      const item = items[place];
      if (!item) return [id, DELETED];
      const { name, status } = USERS.entityOf(item);
      return [id, { name, status }];
    }),
  );
  return (id) => people.get(id) ?? DELETED;
}
