import type { Alert, GuardClient, Resolution } from '../../client/index.ts';
import { actInBatches, type Failure } from '../state/batches.ts';

/** What is sent with the ids of the alerts. */
export interface SentAction {
  readonly action: 'acknowledge' | 'resolve';
  readonly note: string;
  readonly resolution?: Resolution | undefined;
  /** Resolves them although their plans are incomplete; the note is the reason. */
  readonly override_plan?: boolean | undefined;
}

interface Progress {
  readonly show: (alert: Alert) => void;
  readonly onTried: (tried: number) => void;
}

/**
 * Acts on one alert, or on several in batches, and shows what the service answers. An action carries the severity that the person
 * saw: the service refuses it if that has risen. Returns the failures.
 */
export async function sendAction(
  guard: GuardClient,
  alerts: readonly Alert[],
  { action, note, resolution, override_plan }: SentAction,
  { show, onTried }: Progress,
): Promise<readonly Failure[]> {
  const isResolve = action === 'resolve';
  const how = {
    ...(note && { note }),
    ...(isResolve && { resolution, ...(override_plan && { override_plan }) }),
  };
  const [alert] = alerts;
  if (alert && alerts.length === 1) {
    const { id, severity } = alert;
    const one = isResolve ? guard.alerts.resolve : guard.alerts.acknowledge;
    try {
      show(await one.call(guard.alerts, id, { ...how, severity }));
      return [];
    } catch (thrown) {
      return [{ id, thrown }];
    }
  }
  const many = isResolve ? guard.alerts.resolveMany : guard.alerts.acknowledgeMany;
  const batch = (ids: readonly string[]) => {
    const seen = alerts.filter(({ id }) => ids.includes(id));
    const severities = Object.fromEntries(seen.map(({ id, severity }) => [id, severity]));
    return many.call(guard.alerts, ids, { ...how, severities });
  };
  return actInBatches([...new Set(alerts.map(({ id }) => id))], batch, (results, tried) => {
    for (const { alert } of results) if (alert) show(alert);
    onTried(tried);
  });
}
