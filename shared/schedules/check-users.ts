import { ApiError, type FieldErrors } from '../errors.ts';
import { batchGet } from '../table/batch-get.ts';
import type { Table } from '../table/table.ts';
import { USERS } from '../users/user.ts';
import type { Rotation } from './rotation.ts';

/** Throws `validation_failed` at each user of a rotation who does not belong to the tenant. One may be deleted later. */
export async function checkUsers(
  table: Table,
  tenantId: string,
  rotations: readonly Pick<Rotation, 'user_ids'>[],
): Promise<void> {
  const named = rotations.flatMap(({ user_ids: ids }, rotation) =>
    ids.map((id, place) => ({ id, field: `rotations.${rotation}.user_ids.${place}` })),
  );
  const users = await batchGet(
    table,
    named.map(({ id }) => USERS.key(tenantId, id)),
  );
  const fields: FieldErrors = Object.fromEntries(
    named
      .filter((_, place) => !users[place])
      .map(({ field }) => [field, [`The ${field} field must be a user of the tenant.`]]),
  );
  if (Object.keys(fields).length > 0) throw new ApiError('validation_failed', { fields });
}
