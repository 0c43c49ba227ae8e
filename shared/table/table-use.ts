import type { IndexName } from './definition.ts';
import {
  DIVISIONS,
  type Division,
  INDEX_SCOPE_KINDS,
  type IndexScopeKind,
  indexNames,
  type Standing,
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

/** What a function may do to the table: as much as its role is granted. */
export interface TableUse {
  /** What it does to the table itself. Transactions need the actions of the items in them. */
  readonly actions: readonly TableAction[];
  /** Which indexes it queries, for which it needs no Query of the table. */
  readonly indexes: readonly IndexName[];
}

/** Both uses, each thing once. */
export function joinUses(...uses: readonly Partial<TableUse>[]): TableUse {
  const all = <T>(lists: readonly (readonly T[] | undefined)[]) => [
    ...new Set(lists.flatMap((it) => it ?? [])),
  ];
  return {
    actions: all(uses.map(({ actions }) => actions)).sort(),
    indexes: all(uses.map(({ indexes }) => indexes)).sort(),
  };
}

/** Which part of a kind's lists is meant: all of it, if nothing is said. */
interface Listed {
  readonly scopes?: readonly IndexScopeKind[];
  readonly divisions?: readonly Division[];
}

/**
 * What listing a kind does to the table. What stands under another entity is read from the table itself, and so is a
 * tenant's whole list where it has no index.
 */
export function listUse(
  { indexes }: KindKeys,
  { scopes = INDEX_SCOPE_KINDS, divisions = DIVISIONS }: Listed = {},
): TableUse {
  const listed: Standing = Object.fromEntries(
    scopes.flatMap((scope) => {
      const standing = indexes[scope];
      return standing ? [[scope, standing.filter((division) => divisions.includes(division))]] : [];
    }),
  );
  const isUnder = Object.keys(indexes).length === 0;
  const isWholeInTable = divisions.includes('all') && listed.tenant && !listed.tenant.includes('all');
  return { actions: isUnder || isWholeInTable ? ['Query'] : [], indexes: indexNames(listed) };
}
