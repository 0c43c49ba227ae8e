import type { IndexName } from './definition.ts';
import {
  DIVISIONS,
  type Division,
  INDEX_SCOPE_KINDS,
  type IndexMembership,
  type IndexScopeKind,
  indexNames,
} from './index-keys.ts';
import type { KindKeys } from './kind.ts';

export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem';

/** The table permissions of a function's role. */
export interface TableUse {
  /** The allowed operations on the table itself. A transaction needs those of its items. */
  readonly actions: readonly TableAction[];
  /** The indexes that the function queries. They need no `Query` permission for the table. */
  readonly indexes: readonly IndexName[];
}

export function joinUses(...uses: readonly Partial<TableUse>[]): TableUse {
  const all = <T>(lists: readonly (readonly T[] | undefined)[]) => [
    ...new Set(lists.flatMap((it) => it ?? [])),
  ];
  return {
    actions: all(uses.map(({ actions }) => actions)).sort(),
    indexes: all(uses.map(({ indexes }) => indexes)).sort(),
  };
}

/** The permissions to find the tenant of an entity by its id (find-tenant.ts). */
export function lookupUse({ statusOfUnlisted }: KindKeys): Pick<TableUse, 'indexes'> {
  return { indexes: statusOfUnlisted === undefined ? ['platform'] : ['platform', 'platform_status'] };
}

/** The lists of a kind that a function reads; by default all of them. */
interface Listed {
  readonly scopes?: readonly IndexScopeKind[];
  readonly divisions?: readonly Division[];
}

/**
 * The permissions to read the lists of a kind. The table itself is read for entities under another entity, and for the whole
 * list of a tenant if no index contains it.
 */
export function listUse(
  { indexes }: KindKeys,
  { scopes = INDEX_SCOPE_KINDS, divisions = DIVISIONS }: Listed = {},
): TableUse {
  const listed: IndexMembership = Object.fromEntries(
    scopes.flatMap((scope) => {
      const membership = indexes[scope];
      return membership ? [[scope, membership.filter((division) => divisions.includes(division))]] : [];
    }),
  );
  const isUnder = Object.keys(indexes).length === 0;
  const isWholeInTable = divisions.includes('all') && listed.tenant && !listed.tenant.includes('all');
  return { actions: isUnder || isWholeInTable ? ['Query'] : [], indexes: indexNames(listed) };
}
