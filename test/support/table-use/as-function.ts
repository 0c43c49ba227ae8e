import type { Table } from '../../../shared/table/table.ts';
import { noteDenial } from './denials.ts';
import type { LambdaFunction } from './lambda-functions.ts';
import { grantedPermissions, neededPermissions, type Permission, type TableCommand } from './permissions.ts';

/** The permissions that each function used so far. */
const uses = new Map<string, Set<Permission>>();

/** The error of IAM when a role does not allow a call. */
class AccessDeniedError extends Error {
  override readonly name = 'AccessDeniedException';
  constructor(functionName: string, permission: Permission) {
    super(`${functionName} is not authorized to perform ${permission}: it does not declare that`);
  }
}

/**
 * The table as a function's role lets it be used: a call that is not granted is refused before it is sent, as IAM
 * refuses it, and what is granted is remembered as used.
 */
export function asFunction<T extends Table>(
  table: T,
  { name, table: use }: Pick<LambdaFunction, 'name' | 'table'>,
): T {
  const { client } = table;
  const granted = grantedPermissions(use);
  const used = uses.get(name) ?? new Set();
  uses.set(name, used);
  const send = async (command: TableCommand, ...options: unknown[]): Promise<unknown> => {
    for (const permission of neededPermissions(command)) {
      if (!granted.has(permission)) throw noteDenial(new AccessDeniedError(name, permission));
      used.add(permission);
    }
    return Reflect.apply(client.send, client, [command, ...options]);
  };
  return { ...table, client: Object.create(client, { send: { value: send } }) };
}

/** The permissions on the table that functions used so far in this test file, by function. */
export function tableUses(): Record<string, Permission[]> {
  return Object.fromEntries([...uses].map(([name, used]) => [name, [...used].sort()]));
}
