import { defineTrigger } from '../../shared/lambda/trigger.ts';

/** A run seals what waits. What it leaves, the next run seals. */
export const sealAuditTrigger = defineTrigger('audit/seal-audit', {
  description: 'Seals audit events',
  trigger: { kind: 'schedule', everyMinutes: 1 },
  settings: ['GUARD_AUDIT_SIGNING_KEY', 'GUARD_AUDIT_BUCKET'],
  table: { actions: ['ConditionCheckItem', 'DeleteItem', 'PutItem', 'Query', 'UpdateItem'] },
  timeoutSeconds: 50,
});
