import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { MetricValue } from '../lambda/metrics.ts';
import { buildQuery } from '../table/list-read.ts';
import type { Table } from '../table/table.ts';
import { ALERTS, type Alert, type AlertSeverity } from './alert.ts';
import { planAlertList } from './list-alerts.ts';
import type { AlertAction } from './transition.ts';

/** An alarm fires if a critical alert stays unacknowledged for longer than this. */
export const CRITICAL_ALERT_LIMIT_SECONDS = 300;

/** Returns the age of an alert in seconds. It is never negative, although the clocks of functions differ. */
export function alertAgeSeconds({ created_at }: Pick<Alert, 'created_at'>, now: Date): number {
  return Math.max(0, now.getTime() - Date.parse(created_at)) / 1000;
}

const AGE_METRICS = { acknowledge: 'SecondsToAcknowledge', resolve: 'SecondsToResolve' } as const;

/** Makes the metric of the time until a critical alert was acknowledged or resolved; no metric for other alerts. */
export function alertAgeMetrics(
  action: AlertAction,
  alert: Pick<Alert, 'created_at' | 'severity'>,
  now: Date,
): MetricValue[] {
  if (alert.severity !== 'critical') return [];
  return [{ name: AGE_METRICS[action], value: alertAgeSeconds(alert, now) }];
}

/** How many active alerts are read from each shard, of all severities: 20,000 from the 8 shards. */
const SHARD_LIMIT = 2_500;

interface WaitingAlerts {
  /** The oldest alert of each tenant, oldest first. */
  readonly oldestOfTenants: readonly Alert[];
  /** Whether all active alerts were read. Otherwise an unacknowledged alert may be missing. */
  readonly isComplete: boolean;
}

/**
 * Finds the oldest unacknowledged alert of a severity for each tenant. Reads the active alerts of all tenants, oldest first,
 * up to `SHARD_LIMIT` of each shard, because it runs every minute.
 */
export async function findWaitingAlerts(table: Table, severity: AlertSeverity): Promise<WaitingAlerts> {
  const filters = { status: ['active'], severity: [severity] } as const;
  const { rounds, ...plan } = planAlertList({ kind: 'platform' }, filters);
  const shards = await Promise.all(
    rounds.flat().map((partition) => {
      const { filter } = partition.skipping ?? plan;
      return readOldest(table, buildQuery(table.name, partition, 'prev', {}, filter));
    }),
  );
  const alerts = shards.flatMap((shard) => shard.alerts).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const oldest = new Map<string, Alert>();
  for (const alert of alerts) {
    if (!oldest.has(alert.tenant_id)) oldest.set(alert.tenant_id, alert);
  }
  return {
    oldestOfTenants: [...oldest.values()],
    isComplete: shards.every(({ isComplete }) => isComplete),
  };
}

interface Shard {
  readonly alerts: readonly Alert[];
  readonly isComplete: boolean;
}

async function readOldest(table: Table, query: ReturnType<typeof buildQuery>): Promise<Shard> {
  const alerts: Alert[] = [];
  let left = SHARD_LIMIT;
  let startKey: typeof query.ExclusiveStartKey;
  do {
    const page = { ...query, ExclusiveStartKey: startKey, Limit: left };
    const {
      Items = [],
      ScannedCount = Items.length,
      LastEvaluatedKey,
    } = await table.client.send(new QueryCommand(page));
    alerts.push(...Items.map(ALERTS.entityOf));
    left -= ScannedCount;
    startKey = LastEvaluatedKey;
  } while (startKey && left > 0);
  return { alerts, isComplete: startKey === undefined };
}
