import * as z from 'zod/mini';
import { recordedActorSchema } from '../base/actor.ts';
import { idField, timestampField } from '../base/fields.ts';
import { EXAMPLE_IDS } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { auditKey } from '../table/keys.ts';
import { defineKind } from '../table/kind.ts';
import { pageOf } from '../table/list-contract.ts';

const changeSchema = withMeta(
  z.object({
    field: z.string(),
    from: withMeta(z.unknown(), { description: 'The value before; null if there was none.' }),
    to: withMeta(z.unknown(), { description: 'The value after; null if there is none.' }),
  }),
  {
    id: 'AuditChange',
    description:
      'A changed field. Both values are null for secrets and personal data (e-mail, phone, note). Of a long list, `from` has what was removed and `to` what was added; other values over 1,000 characters are cut and end with `…`.',
  },
);

const auditEventSchema = withMeta(
  z.object({
    id: idField,
    tenant_id: idField,
    action: withMeta(z.string(), { description: 'The kind of the entity, and what happened to it.' }),
    entity: z.object({
      kind: z.string(),
      id: z.string(),
      name: withMeta(z.string(), { description: 'The name at that time.' }),
    }),
    actor: withMeta(z.extend(recordedActorSchema, { kind: z.enum(['user', 'key', 'system', 'command']) }), {
      id: 'AuditActor',
      description: 'A user, an API key, Guard itself, or a command of the administration command line.',
    }),
    changes: z.array(changeSchema),
    ip_address: withMeta(z.nullable(z.string()), { description: 'Null without a request.' }),
    user_agent: z.nullable(z.string()),
    request_id: z.nullable(z.string()),
    at: timestampField,
  }),
  {
    id: 'AuditEvent',
    description: 'An entry of the audit log: who changed what, and from where.',
    examples: [
      {
        id: EXAMPLE_IDS.event,
        tenant_id: EXAMPLE_IDS.tenant,
        action: 'site.updated',
        entity: { kind: 'site', id: EXAMPLE_IDS.site, name: 'Harbour Warehouse North' },
        actor: { kind: 'user', id: EXAMPLE_IDS.user, name: 'Mia Master' },
        changes: [{ field: 'name', from: 'Harbour Warehouse', to: 'Harbour Warehouse North' }],
        ip_address: '203.0.113.7',
        user_agent: 'Mozilla/5.0',
        request_id: 'f1a9e1c2-5c3d-4e0c-9e38-2f6a0d8a9d55',
        at: '2026-11-20T12:00:30.000+00:00',
      },
    ],
  },
);

export const auditEventPageSchema = pageOf(auditEventSchema, 'AuditEventPage');

export type AuditEvent = z.infer<typeof auditEventSchema>;

/**
 * The kind of audit events. Three indexes of a tenant list the events of an actor, an action or an entity. For other kinds,
 * each of these indexes is divided by a field that an event does not have.
 */
export const AUDIT_EVENTS = defineKind<AuditEvent>({
  name: 'EVENT',
  schema: auditEventSchema,
  indexes: { tenant: ['status', 'type', 'severity'] },
  facets: ({ actor, action, entity }) => ({
    status: actor.id ?? undefined,
    type: action,
    severity: entity.id,
  }),
  key: (tenantId, id = '') => auditKey(tenantId, id),
  subject: ({ tenant_id }) => ({ tenant_id, of_tenant: true }),
});
