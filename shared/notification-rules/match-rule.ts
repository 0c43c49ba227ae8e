import { ALERT_SEVERITIES } from '../severities.ts';
import { isSubscribed } from '../webhooks/active-subscribers.ts';
import type { PublishedEvent } from '../webhooks/published-event.ts';
import type { NotificationRule } from './notification-rule.ts';

type Event = Pick<PublishedEvent, 'event' | 'siteId' | 'at' | 'alert'>;

/**
 * Whether the recipients of an active rule are notified of an event. A rule with a filter for alerts is about alerts only, so
 * events of devices and tests do not match it.
 */
export function matchesRule(rule: NotificationRule, event: Event): boolean {
  return isSubscribed(rule, event) && isOfInterest(rule, event.alert);
}

function isOfInterest(
  { min_severity, min_escalation_level, types }: NotificationRule,
  alert: PublishedEvent['alert'],
): boolean {
  if (!alert) return min_severity === null && min_escalation_level === null && types === null;
  return (
    (min_severity === null || rank(alert.severity) >= rank(min_severity)) &&
    (min_escalation_level === null || alert.escalation_level >= min_escalation_level) &&
    (types === null || types.includes(alert.type))
  );
}

const SEVERITIES: readonly string[] = ALERT_SEVERITIES;

/** A severity of another release has the lowest rank: too many messages are better than none. */
const rank = (severity: string) => SEVERITIES.indexOf(severity);
