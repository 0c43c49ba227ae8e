import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import type { Alert, AlertsSnapshot, GuardClient } from '../../client/index.ts';
import { keepAhead, later, openAlerts } from '../state/alerts.ts';
import { useWatch, type Watched } from './use-watch.ts';

export interface OpenAlerts extends Watched<AlertsSnapshot> {
  readonly alerts: readonly Alert[];
  /** Shows what an action of this screen answered, before it is told. */
  readonly show: (alert: Alert) => void;
}

const NOTHING: ReadonlyMap<string, Alert> = new Map();

/** All open alerts of a tenant, as they change. */
export function useOpenAlerts(guard: GuardClient, tenantId: string | undefined): OpenAlerts {
  const watch = useCallback(
    (signal: AbortSignal) => guard.alerts.watch({ tenant_id: tenantId }, { signal }),
    [guard, tenantId],
  );
  const watched = useWatch(watch);
  const { snapshot } = watched;
  const [own, setOwn] = useState(NOTHING);
  useEffect(() => {
    if (snapshot) setOwn((before) => keepAhead(before, snapshot.alerts));
  }, [snapshot]);
  const show = useCallback(
    (alert: Alert) => setOwn((before) => new Map(before).set(alert.id, later(before.get(alert.id), alert))),
    [],
  );
  const alerts = useMemo(() => openAlerts(snapshot?.alerts ?? [], own), [snapshot, own]);
  return { ...watched, alerts, show };
}
