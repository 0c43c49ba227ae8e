import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import type { Alert, GuardClient } from '../../client/index.ts';
import { type AlertsSnapshot, watchAlerts } from '../services/watch-alerts.ts';
import { keepAhead, later, openAlerts } from '../state/alerts.ts';

export interface OpenAlerts {
  /** What was told last; undefined until the first time. */
  readonly snapshot: AlertsSnapshot | undefined;
  readonly alerts: readonly Alert[];
  /** Shows what an action of this screen answered, before it is told. */
  readonly show: (alert: Alert) => void;
}

const NOTHING: ReadonlyMap<string, Alert> = new Map();

/** All open alerts of a tenant, as they change. */
export function useOpenAlerts(guard: GuardClient, tenantId: string | undefined): OpenAlerts {
  const [snapshot, setSnapshot] = useState<AlertsSnapshot>();
  const [own, setOwn] = useState(NOTHING);
  useEffect(() => {
    const ending = new AbortController();
    setSnapshot(undefined);
    setOwn(NOTHING);
    void (async () => {
      for await (const next of watchAlerts(guard, tenantId, ending.signal)) {
        if (ending.signal.aborted) return;
        setSnapshot(next);
        setOwn((before) => keepAhead(before, next.alerts));
      }
    })();
    return () => ending.abort();
  }, [guard, tenantId]);
  const show = useCallback(
    (alert: Alert) => setOwn((before) => new Map(before).set(alert.id, later(before.get(alert.id), alert))),
    [],
  );
  const alerts = useMemo(() => openAlerts(snapshot?.alerts ?? [], own), [snapshot, own]);
  return { snapshot, alerts, show };
}
