import type { Runtime } from '../lambda/runtime.ts';
import type { Notification } from './notification.ts';

/** Called when an event has reached nobody; more than once for an event if a run ended early. */
export type OnNobody = (entry: Pick<Notification, 'tenant_id' | 'subject_id'>) => void;

/** Raises the alarm at once: a metric that waits for the end of a run is lost with the run. */
export function publishNobody({
  logger,
  publishMetrics,
}: Pick<Runtime, 'logger' | 'publishMetrics'>): OnNobody {
  return ({ tenant_id: tenantId, subject_id: subjectId }) => {
    logger.warn('Nobody notified', { tenantId, subjectId });
    publishMetrics([{ name: 'NobodyNotified', value: 1 }]);
  };
}
