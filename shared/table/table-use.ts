import type { IndexName } from './definition.ts';
import { type Division, indexNames, type ScopeKind } from './index-keys.ts';
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
  readonly scopes?: readonly ScopeKind[];
  readonly divisions?: readonly Division[];
}

/**
 * What listing a kind does to the table. A list of a tenant without a division, and what stands under another entity,
 * is read from the table itself.
 */
export function listUse({ indexes }: KindKeys, listed: Listed = {}): TableUse {
  const standing = { ...indexes, ...listed };
  const readsTable = standing.scopes.length === 0 || standing.scopes.includes('tenant');
  return { actions: readsTable ? ['Query'] : [], indexes: indexNames(standing) };
}
