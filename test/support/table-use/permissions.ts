import type { TableUse } from '../../../shared/table/table-use.ts';

/** The permission of a statement of a role: an action on the table, or on one of its indexes. */
export type Permission = string;

const onTable = (action: string): Permission => `dynamodb:${action} on the table`;
const onIndex = (action: string, index: string): Permission => `dynamodb:${action} on the index ${index}`;

/** The permissions of a function's role, as lib/cdk/functions/guard-function.ts grants it. */
export function grantedPermissions({ actions, indexes }: TableUse): Set<Permission> {
  return new Set([...actions.map(onTable), ...indexes.map((index) => onIndex('Query', index))]);
}

/** A command of the document client. */
export interface TableCommand {
  readonly constructor: { readonly name: string };
  readonly input: object;
}

interface CommandInput {
  readonly IndexName?: string;
  readonly TransactItems?: readonly object[];
}

/**
 * What IAM asks for when a command is sent. A transaction needs what each of its items needs, and nothing for itself
 * (AWS, "Using IAM with DynamoDB transactions"). A query of an index needs no query of the table (AWS, "Using IAM
 * policy conditions for fine-grained access control").
 */
export function neededPermissions(command: TableCommand): Permission[] {
  const { IndexName, TransactItems }: CommandInput = command.input;
  if (TransactItems) return TransactItems.flatMap(Object.keys).map((kind) => onTable(`${kind}Item`));
  const verb = command.constructor.name.replace(/Command$/, '');
  const action = verb === 'Query' || verb === 'Scan' ? verb : `${verb}Item`;
  return [IndexName === undefined ? onTable(action) : onIndex(action, IndexName)];
}
