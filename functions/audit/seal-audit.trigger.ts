import { defineTrigger } from '../../shared/lambda/trigger.ts';

/** Each run seals the waiting events; the next run seals any that are left. */
export const sealAuditTrigger = defineTrigger('audit/seal-audit', {
  description: 'Seals audit events',
  trigger: { kind: 'schedule', everyMinutes: 1 },
  settings: ['GUARD_AUDIT_SIGNING_KEY', 'GUARD_AUDIT_BUCKET'],
  table: { actions: ['ConditionCheckItem', 'DeleteItem', 'PutItem', 'Query', 'UpdateItem'] },
  timeoutSeconds: 50,
});
