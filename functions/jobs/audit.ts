import type { ScheduledEvent } from 'aws-lambda';
import { NO_BUCKET, sealKeyOf } from '../../shared/audit/seal.ts';
import { bucketCopies, type SealCopies } from '../../shared/audit/seal-copies.ts';
import { sealAll } from '../../shared/audit/seal-events.ts';
import { connectKey } from '../../shared/lambda/connect-key.ts';
import type { Invocation } from '../../shared/lambda/invocation.ts';
import type { RuntimeSource } from '../../shared/lambda/runtime.ts';
import { defineTrigger } from '../../shared/lambda/trigger.ts';
import { createTriggeredHandler } from '../../shared/lambda/triggered-handler.ts';

/** Seals the waiting audit events. If a run does not seal all of them, the next one continues. */
export const sealAuditTrigger = defineTrigger('jobs/audit/seal-audit', {
  description: 'Seals audit events',
  trigger: { kind: 'schedule', everyMinutes: 1 },
  settings: ['GUARD_AUDIT_SIGNING_KEY', 'GUARD_AUDIT_BUCKET'],
  table: { actions: ['ConditionCheckItem', 'DeleteItem', 'PutItem', 'Query', 'UpdateItem'] },
  timeoutSeconds: 50,
});

/** Runs every minute. If events cannot be sealed, the alarm audit-seal-late fires. */
export function sealAuditHandler(
  source: RuntimeSource,
  connectBucket: (name: string) => SealCopies = bucketCopies,
) {
  let copies: SealCopies | undefined;
  return createTriggeredHandler(source, sealAuditTrigger, async ({ state }: Invocation<ScheduledEvent>) => {
    const { runtime, now, metrics } = state;
    const { table, settings, clock, logger, nameSources } = runtime;
    const { auditBucket } = settings;
    if (auditBucket !== NO_BUCKET) copies ??= connectBucket(auditBucket);
    const oldest = await sealAll(table, {
      now,
      key: sealKeyOf(connectKey(settings.auditSigningKey, clock)),
      copies,
      onFailure: (tenant_id, error) =>
        logger.error('Audit events not sealed', { tenant_id, error: nameSources(error) }),
    });
    const age = oldest === undefined ? 0 : (now.getTime() - oldest.getTime()) / 1_000;
    metrics.push({ name: 'AuditSealAge', value: Math.max(0, age) });
  });
}
