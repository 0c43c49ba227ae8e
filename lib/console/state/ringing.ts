import type { Alert, AlertSeverity } from '../../client/types.ts';
import { inOrder } from './alerts.ts';
import { rankOf } from './severities.ts';
import { needsAttention } from './sound-schedule.ts';

/** The alerts that a person has looked at, each with the severity of that moment; the one looked at last comes last. */
export type LookedAt = ReadonlyMap<string, AlertSeverity>;

/** The maximum number of remembered alerts. An alert that was forgotten is new again. */
const MOST = 500;

/** The same alerts and this one. */
export function withLook(before: LookedAt, { id, severity }: Pick<Alert, 'id' | 'severity'>): LookedAt {
  const others = [...before].filter(([other]) => other !== id);
  return new Map([...others.slice(1 - MOST), [id, severity]]);
}

/** The same alerts without those that are acknowledged now: if one is active again, it is new. */
export function withoutAcknowledged(before: LookedAt, open: readonly Alert[]): LookedAt {
  const gone = open.filter(({ id, status }) => status === 'acknowledged' && before.has(id));
  if (gone.length === 0) return before;
  const ids = new Set(gone.map(({ id }) => id));
  return new Map([...before].filter(([id]) => !ids.has(id)));
}

/** Whether an alert rings that the person has not looked at, or whose severity has risen since. */
export function isNew(alert: Alert, lookedAt: LookedAt): boolean {
  if (!needsAttention(alert)) return false;
  const seen = lookedAt.get(alert.id);
  return seen === undefined || rankOf(alert.severity) < rankOf(seen);
}

/** The number of critical alerts that nobody has acknowledged, and that the person has not opened. */
export function countUnopened(alerts: readonly Alert[], lookedAt: LookedAt): number {
  return alerts.filter((it) => it.severity === 'critical' && isNew(it, lookedAt)).length;
}

/**
 * The alert to look at next: the worst and oldest new one. If none is new, the one after the open alert among all that ring,
 * because each of them rings until somebody acknowledges it.
 */
export function nextRinging(
  open: readonly Alert[],
  lookedAt: LookedAt,
  openId: string | undefined,
): Alert | undefined {
  const ringing = open.filter(needsAttention).sort(inOrder);
  const fresh = ringing.find((alert) => alert.id !== openId && isNew(alert, lookedAt));
  return fresh ?? ringing[(ringing.findIndex(({ id }) => id === openId) + 1) % ringing.length];
}

/** Reads what `lookedAtText` wrote, and ignores everything else. */
export function readLookedAt(text: string | null): LookedAt {
  const pairs = (text ?? '').split(' ').map((pair) => pair.split('=') as [string, AlertSeverity]);
  return new Map(pairs.filter(([, severity]) => rankOf(severity) >= 0));
}

export function lookedAtText(lookedAt: LookedAt): string {
  return [...lookedAt].map((pair) => pair.join('=')).join(' ');
}
