import type { Alert, GuardClient } from '../../client/index.ts';

export type WatchConnection = 'live' | 'polling' | 'offline';

export interface AlertsSnapshot {
  readonly alerts: readonly Alert[];
  readonly capped: boolean;
  readonly connection: WatchConnection;
  readonly at: Date;
}

const POLL_MS = 5_000;

export async function* watchAlerts(
  guard: GuardClient,
  tenantId: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<AlertsSnapshot> {
  let last: AlertsSnapshot = { alerts: [], capped: false, connection: 'offline', at: new Date() };
  while (!signal.aborted) {
    try {
      const alerts: Alert[] = [];
      const filters = { status: ['active', 'acknowledged'], limit: 100, tenant_id: tenantId } as const;
      for await (const alert of guard.alerts.list(filters, { signal, maxAttempts: 1 })) alerts.push(alert);
      last = { alerts, capped: false, connection: 'polling', at: new Date() };
    } catch {
      last = { ...last, connection: 'offline' };
    }
    if (!signal.aborted) yield last;
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
}
