import type { AuditedChange } from './audit.ts';
import type { GuardedWrite } from './commit.ts';
import type { Entity } from './kind.ts';
import type { Table } from './table.ts';
import { putOwn } from './writes.ts';

/**
 * Makes the write that records a change of an entity in the audit log, for the transaction of that change. It makes none if
 * nothing changed, or if the request of this table is not audited.
 */
export function auditWrites(
  { audit, ...table }: Table,
  { name: kind }: { readonly name: string },
  before: Entity | undefined,
  after: Entity | undefined,
  also: Pick<AuditedChange, 'action' | 'hidden' | 'facts' | 'actor'> = {},
): GuardedWrite[] {
  const item = audit?.({ kind, before, after, ...also });
  return item ? [putOwn(table, item)] : [];
}
