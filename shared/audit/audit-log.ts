import type { RandomBytes } from '../ids.ts';
import { newId } from '../ids.ts';
import type { Audit, AuditAction, AuditedChange } from '../table/audit.ts';
import { TTL_ATTRIBUTE } from '../table/definition.ts';
import type { Entity } from '../table/kind.ts';
import type { Table } from '../table/table.ts';
import { epochSecondsAfterDays, formatTimestamp } from '../time.ts';
import { AUDIT_EVENTS, type AuditEvent } from './audit-event.ts';
import { fieldChanges, hiddenChange } from './field-changes.ts';

/** The actor of the changes, with the time and the address. */
export interface AuditContext extends Pick<AuditEvent, 'actor' | 'ip_address' | 'user_agent' | 'request_id'> {
  readonly now: Date;
  readonly randomBytes: RandomBytes;
  readonly retentionDays: number;
}

/** The table, recording changes of configuration in the audit log. */
export function withAudit(table: Table, context: AuditContext): Table {
  return { ...table, audit: auditOf(context) };
}

const LONGEST_NAME = 200;

const ENTITY_KINDS: Readonly<Record<string, string>> = {
  IDP: 'identity_provider',
  PLAN: 'action_plan',
  RULE: 'notification_rule',
};

function auditOf({ now, randomBytes, retentionDays, ...origin }: AuditContext): Audit {
  const at = formatTimestamp(now);
  return ({
    kind: name,
    before,
    after,
    action = actionOf(before, after),
    hidden = [],
    facts,
    actor,
  }: AuditedChange) => {
    const entity = after ?? before;
    const changes = [
      ...fieldChanges(before, after),
      ...hidden.map(hiddenChange),
      ...fieldChanges(undefined, facts),
    ];
    if (!entity || (action === 'updated' && changes.length === 0)) return undefined;
    const kind = ENTITY_KINDS[name] ?? name.toLowerCase();
    const event: AuditEvent = {
      id: newId(now, randomBytes),
      tenant_id: entity.tenant_id ?? entity.id,
      action: `${kind}.${action}`,
      entity: { kind, id: entity.id, name: nameOf(entity) },
      ...origin,
      ...(actor ? { actor } : {}),
      changes,
      at,
    };
    return { ...AUDIT_EVENTS.item(event), [TTL_ATTRIBUTE]: epochSecondsAfterDays(at, retentionDays) };
  };
}

function actionOf(before: Entity | undefined, after: Entity | undefined): AuditAction {
  if (!before) return 'created';
  return after ? 'updated' : 'deleted';
}

/** A webhook has a URL instead of a name, a test a reason. */
function nameOf(
  entity: Entity & { readonly name?: unknown; readonly url?: unknown; readonly reason?: unknown },
): string {
  return String(entity.name ?? entity.url ?? entity.reason ?? entity.id)
    .slice(0, LONGEST_NAME)
    .toWellFormed();
}
