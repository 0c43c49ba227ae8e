import { matchesRule } from '../notification-rules/match-rule.ts';
import { isRuleEvent, type NotificationRule } from '../notification-rules/notification-rule.ts';
import type { PublishedEvent } from '../webhooks/published-event.ts';
import type { EventMessage } from './notify-message.ts';

/** One message for each event that rules of its tenant are about. The same events and rules give the same messages. */
export function neededNotices(
  rules: readonly NotificationRule[],
  events: readonly PublishedEvent[],
): EventMessage[] {
  return events.flatMap((it) => {
    const { event, tenantId, subjectId, entryId, siteId, at, alert } = it;
    const matching = rules.filter((rule) => matchesRule(rule, it));
    // Nobody is notified of an alert that is on test.
    if (matching.length === 0 || !isRuleEvent(event) || alert?.test_id !== undefined) return [];
    return {
      kind: 'event',
      tenant_id: tenantId,
      subject_id: subjectId,
      entry_id: entryId,
      event,
      site_id: siteId,
      at,
      severity: alert?.severity ?? null,
      rule_ids: matching.map(({ id }) => id),
    };
  });
}
