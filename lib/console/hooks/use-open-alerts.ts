import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import {
  type Alert,
  type AlertsSnapshot,
  type GuardClient,
  OpenAlert,
  type SiteTest,
  type Viewer,
} from '../../client/index.ts';
import {
  type ActionResponses,
  endedParkings,
  isParked,
  keepNewer,
  newer,
  openAlerts,
} from '../state/alerts.ts';
import { MergedAlerts } from '../state/merged-alerts.ts';
import { useTimed } from './use-now.ts';
import { useWatch, type Watched } from './use-watch.ts';

export interface OpenAlerts extends Watched<AlertsSnapshot> {
  readonly alerts: readonly Alert[];
  /** Whether changes may arrive late. */
  readonly isLate: boolean;
  /** Whether more alerts are open. The list then lacks the oldest ones that are not critical. */
  readonly isCapped: boolean;
  /** Shows the response to an action of this screen before the watch contains it. */
  readonly show: (alert: Alert) => void;
  readonly responses: ActionResponses;
  /** Says which alert is open, for others who have it open. */
  readonly openAlert: OpenAlert;
  /** The people who have the open alert open; undefined while they are not known. */
  readonly viewed: ViewedAlert | undefined;
}

interface ViewedAlert {
  readonly alertId: string;
  readonly people: readonly Viewer[];
}

const NOTHING: ActionResponses = new Map();

/** The maximum number of open alerts that the screen holds, and of critical ones in addition. */
const MOST = 5_000;

/**
 * Watches the open alerts of a tenant: the newest, as many as a watch holds, and the critical ones. Thousands of small alerts
 * must not hide a fire: if there are too many alerts, a second watch follows the critical ones.
 */
export function useOpenAlerts(
  guard: GuardClient,
  tenantId: string | undefined,
  onTest: (test: SiteTest) => void,
): OpenAlerts {
  const openAlert = useMemo(() => new OpenAlert(), []);
  const [viewed, setViewed] = useState<ViewedAlert>();
  const watch = useCallback(
    (signal: AbortSignal) => {
      const onViewers = (alertId: string, people: readonly Viewer[]) => setViewed({ alertId, people });
      return guard.alerts.watch(
        { tenant_id: tenantId },
        { signal, most: MOST, onTest, openAlert, onViewers },
      );
    },
    [guard, tenantId, onTest, openAlert],
  );
  const { snapshot, offlineSince } = useWatch(watch);
  const isCapped = snapshot?.capped ?? false;
  // The second watch stays: a number that moves around the bound must not open connections again and again.
  const [wereTooMany, setTooMany] = useState(false);
  useEffect(() => setTooMany((before) => before || isCapped), [isCapped]);
  const watchCritical = useCallback(
    (signal: AbortSignal) =>
      guard.alerts.watch({ severity: 'critical', tenant_id: tenantId }, { signal, most: MOST }),
    [guard, tenantId],
  );
  const critical = useWatch(wereTooMany ? watchCritical : undefined);
  const merged = useMemo(() => new MergedAlerts(), []);
  // This is not in an effect, because the first alerts would seem new next to an empty screen.
  const watched = useMemo(
    () => merged.merge(snapshot, critical.snapshot),
    [merged, snapshot, critical.snapshot],
  );
  const [responses, setResponses] = useState(NOTHING);
  useEffect(() => {
    if (snapshot) setResponses((before) => keepNewer(before, watched, snapshot.at.getTime()));
  }, [snapshot, watched]);
  const show = useCallback((response: Alert) => {
    setResponses((before) => {
      const alert = newer(before.get(response.id)?.alert, response);
      return new Map(before).set(alert.id, { alert, at: Date.now() });
    });
  }, []);
  const alerts = useReturning(useMemo(() => openAlerts(watched, responses), [watched, responses]));
  return {
    snapshot,
    offlineSince: offlineSince ?? critical.offlineSince,
    alerts,
    isLate: snapshot?.connection === 'late' || critical.snapshot?.connection === 'late',
    isCapped,
    show,
    responses,
    openAlert,
    viewed: snapshot?.connection === 'live' ? viewed : undefined,
  };
}

/** The same alerts: a parked one whose time is over is in the queue again, even if the service does not say so yet. */
function useReturning(alerts: readonly Alert[]): readonly Alert[] {
  const parked = useMemo(() => alerts.filter(isParked), [alerts]);
  const ended = useTimed((now) =>
    endedParkings(parked, now)
      .map(({ id }) => id)
      .join(' '),
  );
  return useMemo(() => {
    if (ended === '') return alerts;
    const ids = new Set(ended.split(' '));
    return alerts.map((it) => {
      const { parked: _, ...rest } = it;
      return ids.has(it.id) ? rest : it;
    });
  }, [alerts, ended]);
}
