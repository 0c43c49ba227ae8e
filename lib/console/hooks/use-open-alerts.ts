import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import type { Alert, AlertsSnapshot, GuardClient } from '../../client/index.ts';
import { keepAhead, later, type OwnAnswers, openAlerts } from '../state/alerts.ts';
import { ToldAlerts } from '../state/told-alerts.ts';
import { useWatch, type Watched } from './use-watch.ts';

export interface OpenAlerts extends Watched<AlertsSnapshot> {
  readonly alerts: readonly Alert[];
  /** Whether there are more. Of those that are not critical, the oldest are left out then. */
  readonly isCapped: boolean;
  /** Shows what an action of this screen answered, before it is told. */
  readonly show: (alert: Alert) => void;
  readonly answers: OwnAnswers;
}

const NOTHING: OwnAnswers = new Map();

/** How many open alerts the screen holds, and how many critical ones beside them. */
const MOST = 5_000;

/**
 * The open alerts of a tenant, as they change: the newest, as many as a watch holds, and all critical ones. A thousand small
 * alerts must not hide a fire; so where there are too many, the critical ones are watched by themselves.
 */
export function useOpenAlerts(guard: GuardClient, tenantId: string | undefined): OpenAlerts {
  const watch = useCallback(
    (signal: AbortSignal) => guard.alerts.watch({ tenant_id: tenantId }, { signal, most: MOST }),
    [guard, tenantId],
  );
  const { snapshot, offlineSince } = useWatch(watch);
  const isCapped = snapshot?.capped ?? false;
  // It goes on once it has begun: a number that moves around the bound must not connect again and again.
  const [wereTooMany, setTooMany] = useState(false);
  useEffect(() => setTooMany((before) => before || isCapped), [isCapped]);
  const watchCritical = useCallback(
    (signal: AbortSignal) =>
      guard.alerts.watch({ severity: 'critical', tenant_id: tenantId }, { signal, most: MOST }),
    [guard, tenantId],
  );
  const critical = useWatch(wereTooMany ? watchCritical : undefined);
  const toldAlerts = useMemo(() => new ToldAlerts(), []);
  // At once, not in an effect: the first alerts that are told must not seem new beside an empty screen.
  const told = useMemo(
    () => toldAlerts.take(snapshot, critical.snapshot),
    [toldAlerts, snapshot, critical.snapshot],
  );
  const [own, setOwn] = useState(NOTHING);
  useEffect(() => {
    if (snapshot) setOwn((before) => keepAhead(before, told, snapshot.at.getTime()));
  }, [snapshot, told]);
  const show = useCallback((answered: Alert) => {
    setOwn((before) => {
      const alert = later(before.get(answered.id)?.alert, answered);
      return new Map(before).set(alert.id, { alert, at: Date.now() });
    });
  }, []);
  const alerts = useMemo(() => openAlerts(told, own), [told, own]);
  return {
    snapshot,
    offlineSince: offlineSince ?? critical.offlineSince,
    alerts,
    isCapped,
    show,
    answers: own,
  };
}
