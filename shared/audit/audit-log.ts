import { isDeepStrictEqual } from 'node:util';
import { newId, type RandomBytes } from '../base/ids.ts';
import { epochSecondsAfterDays, formatTimestamp } from '../base/time.ts';
import type { Audit, AuditAction, AuditedChange } from '../table/audit.ts';
import { TTL_ATTRIBUTE } from '../table/definition.ts';
import type { Entity } from '../table/kind.ts';
import type { Table } from '../table/table.ts';
import { AUDIT_EVENTS, type AuditEvent } from './audit-event.ts';

/** Who makes the changes, when, and from which address. */
export interface AuditContext extends Pick<AuditEvent, 'actor' | 'ip_address' | 'user_agent' | 'request_id'> {
  readonly now: Date;
  readonly randomBytes: RandomBytes;
  readonly retentionDays: number;
}

/** Returns the table so that it records changes of configuration in the audit log. */
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

/**
 * The name that the log shows: a webhook has a URL instead of a name, a test a reason, a panel an account, an
 * inbound address a format, an alert a type.
 */
function nameOf(
  entity: Entity & {
    readonly name?: unknown;
    readonly url?: unknown;
    readonly reason?: unknown;
    readonly account?: unknown;
    readonly format?: unknown;
    readonly type?: unknown;
  },
): string {
  const { name, url, reason, account, format, type, id } = entity;
  return String(name ?? url ?? reason ?? account ?? format ?? type ?? id)
    .slice(0, LONGEST_NAME)
    .toWellFormed();
}

/** The change of one field. If the log does not show the field, both values are null. */
interface FieldChange {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** Fields that are not recorded, because they follow from the change itself, or change without a request. */
const UNRECORDED = new Set([
  'id',
  'tenant_id',
  'created_at',
  'updated_at',
  'last_login_at',
  'last_used_at',
  'last_seen_at',
  'failing_since',
]);

/** Personal data and secrets. The log only shows that they changed, because nothing can be erased from the log. */
const PRIVATE = new Set(['email', 'phone', 'note', 'client_secret', 'password', 'secret', 'users']);

/** How many characters a value may have in JSON, so that no event comes near the 400 KB of an item. */
const LONGEST_VALUE = 1_000;

type Fields = object | undefined;

/** Finds the fields that differ. A missing field counts as null. */
function fieldChanges(before: Fields, after: Fields): FieldChange[] {
  const old: Readonly<Record<string, unknown>> = { ...before };
  const changed: Readonly<Record<string, unknown>> = { ...after };
  return [...new Set([...Object.keys(old), ...Object.keys(changed)])].flatMap((field) => {
    const [from, to] = [old[field] ?? null, changed[field] ?? null];
    if (UNRECORDED.has(field) || isDeepStrictEqual(from, to)) return [];
    return PRIVATE.has(field) ? hiddenChange(field) : { field, ...bounded(from, to) };
  });
}

function hiddenChange(field: string): FieldChange {
  return { field, from: null, to: null };
}

/** Shortens long values. Of a long list, `from` then contains only what was removed, and `to` only what was added. */
function bounded(from: unknown, to: unknown): Omit<FieldChange, 'field'> {
  if (Array.isArray(from) && Array.isArray(to) && [from, to].some(isLong)) {
    const [removed, added] = [from.filter((it) => !to.includes(it)), to.filter((it) => !from.includes(it))];
    return { from: cut(removed), to: cut(added) };
  }
  return { from: cut(from), to: cut(to) };
}

const isLong = (value: unknown) => JSON.stringify(value).length > LONGEST_VALUE;

/** The beginning of a long value, as text. */
function cut(value: unknown): unknown {
  if (!isLong(value)) return isStorable(value) ? value : JSON.stringify(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `${text.slice(0, LONGEST_VALUE - 1).toWellFormed()}…`;
}

/**
 * Whether DynamoDB can store a value: the AWS SDK's document client rejects objects with a property `constructor`, which may
 * be a name in a role map.
 */
function isStorable(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return !Object.hasOwn(value, 'constructor') && Object.values(value).every(isStorable);
}
