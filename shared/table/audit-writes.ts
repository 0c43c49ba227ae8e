import type { AuditedChange } from './audit.ts';
import type { GuardedWrite } from './commit.ts';
import type { Entity } from './kind.ts';
import type { Table } from './table.ts';
import { putOwn } from './writes.ts';

/**
 * The write to the audit log about a change of an entity, for the transaction of the change. There is none if the table
 * belongs to a request that is not audited, or if nothing changed.
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
