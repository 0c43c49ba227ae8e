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
  /** The actions on the table itself. Transactions need the actions of their items. */
  readonly actions: readonly TableAction[];
  /** The indexes that it queries. They need no `Query` of the table. */
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

/** A part of a kind's lists; by default all. */
interface Listed {
  readonly scopes?: readonly IndexScopeKind[];
  readonly divisions?: readonly Division[];
}

/**
 * The permissions for the lists of a kind. Entities under another one, and the whole list of a tenant without an index for
 * it, are read from the table itself.
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
