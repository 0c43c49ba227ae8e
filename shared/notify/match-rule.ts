import { ApiError } from '../base/errors.ts';
import { ALERT_SEVERITIES } from '../base/severities.ts';
import { isSubscribed } from '../webhooks/active-subscribers.ts';
import type { PublishedEvent } from '../webhooks/published-event.ts';
import type { NotificationRule, NotifyEvent } from './notification-rule.ts';

type Event = Pick<PublishedEvent, 'event' | 'siteId' | 'at' | 'alert' | 'report'>;

/**
 * Whether an active rule notifies its recipients of an event. A rule with a filter that only alerts can meet does not match
 * events of devices and tests.
 */
export function matchesRule(rule: NotificationRule, event: Event): boolean {
  const names = isSubscribed(rule, event);
  if (!names && LATER_EVENTS.includes(event.event)) return matchesAsNew(rule, event);
  return names && isOfInterest(rule, event);
}

/**
 * Finds the rules by which people are notified of an event. Nobody is notified of an alert that is on test, because it is
 * resolved from the start.
 */
export function matchingRules(rules: readonly NotificationRule[], event: Event): readonly NotificationRule[] {
  return event.alert?.test_id === undefined ? rules.filter((rule) => matchesRule(rule, event)) : [];
}

/** The events of an alert that rules for new alerts match, too. */
const LATER_EVENTS: readonly string[] = ['alert.severity_raised', 'alert.reactivated'];

/**
 * Whether a rule names an event. A rule that names new alerts also matches alerts whose severity rose, and alerts that are active
 * again.
 */
export function namesEvent({ events }: Pick<NotificationRule, 'events'>, event: NotifyEvent): boolean {
  const names: readonly string[] = events;
  return names.includes(event) || (LATER_EVENTS.includes(event) && names.includes('alert.raised'));
}

/**
 * Whether a rule for new alerts matches an alert that a later report made active again, or whose severity rose so that the rule did
 * not match it before.
 */
function matchesAsNew(rule: NotificationRule, event: Event): boolean {
  const { min_severity, min_escalation_level } = rule;
  const { former_severity, acknowledged_by } = event.report ?? {};
  if (min_escalation_level !== null && acknowledged_by === undefined) return false;
  const isNew =
    min_severity !== null && former_severity !== undefined && rank(former_severity) < rank(min_severity);
  return (
    (isNew || acknowledged_by !== undefined) &&
    isSubscribed(rule, { ...event, event: 'alert.raised' }) &&
    isOfInterest(rule, event)
  );
}

function isOfInterest(
  { min_severity, min_escalation_level, types }: NotificationRule,
  { alert, report }: Event,
): boolean {
  if (!alert) return min_severity === null && min_escalation_level === null && types === null;
  // The severity of this event counts: if the severity rises later, that is another event.
  const severity = report?.severity ?? alert.severity;
  return (
    (min_severity === null || rank(severity) >= rank(min_severity)) &&
    (min_escalation_level === null || alert.escalation_level >= min_escalation_level) &&
    (types === null || typesOf(alert, report).some((type) => types.includes(type)))
  );
}

/** The types by which a rule finds an event: the type in the report; if there is none, the types of the alert. */
function typesOf(
  { type, reported_type }: NonNullable<Event['alert']>,
  report: Event['report'],
): readonly string[] {
  const isRunaway = type === 'runaway';
  if (report?.type !== undefined) return isRunaway ? [type, report.type] : [report.type];
  return reported_type === undefined ? [type] : [type, reported_type];
}

type Filters = Pick<NotificationRule, 'events' | 'min_severity' | 'min_escalation_level' | 'types'>;

const FILTERS = ['min_severity', 'min_escalation_level', 'types'] as const;

const isOfAlert = (event: string) => event.startsWith('alert.');

/**
 * Whether an event can ever match a rule with these filters. For example, a new alert has no escalation step yet, so it never
 * meets `min_escalation_level`.
 */
function canMatch(rule: Filters, event: string): boolean {
  if (!isOfAlert(event)) return FILTERS.every((filter) => rule[filter] === null);
  return event !== 'alert.raised' || rule.min_escalation_level === null;
}

/** The positions of the events in a rule that can never match because of the rule's filters. */
export const deadEvents = (rule: Filters): number[] =>
  rule.events.flatMap((event, place) => (canMatch(rule, event) ? [] : [place]));

/** Throws `validation_failed` if a rule can match none of its events. The error names the filters that cause this. */
export function checkCanMatch(rule: Filters): void {
  if (deadEvents(rule).length < rule.events.length) return;
  const reasonOf = (filter: string) =>
    rule.events.some(isOfAlert)
      ? 'can never be reached: an alert has no escalation step when it is raised. Add the event alert.escalated.'
      : `is about alerts, and the rule has no event of an alert: add one, or leave ${filter} out.`;
  const wrong = rule.events.some(isOfAlert)
    ? ['min_escalation_level']
    : FILTERS.filter((filter) => rule[filter] !== null);
  const fields = Object.fromEntries(wrong.map((it) => [it, [`The ${it} field ${reasonOf(it)}`]]));
  throw new ApiError('validation_failed', { fields });
}

const SEVERITIES: readonly string[] = ALERT_SEVERITIES;

/** Ranks a severity. One of another release gets the lowest rank, because too many messages are better than none. */
const rank = (severity: string) => SEVERITIES.indexOf(severity);
