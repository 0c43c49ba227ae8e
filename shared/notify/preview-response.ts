import { isActiveTenant } from '../accounts/account.ts';
import { stepsFrom } from '../alerts/escalation-steps.ts';
import { invalidField } from '../base/errors.ts';
import { wrongReferences } from '../base/references.ts';
import { readTenantEscalation } from '../base/severities.ts';
import { formatTimestamp } from '../base/time.ts';
import { perDayOf, rehearsedCounting } from '../limits/budget.ts';
import { changedSchedule } from '../schedules/change-schedules.ts';
import { MAXIMUM_SPAN_MS, type Plan, planOf } from '../schedules/on-call.ts';
import type { StoredSchedule } from '../schedules/schedule.ts';
import { SITES } from '../sites/site.ts';
import { tenantKey, tenantPartition } from '../table/keys.ts';
import { batchGet } from '../table/reads.ts';
import { findTest } from '../test-mode/site-test.ts';
import { activeSubscribers } from '../webhooks/active-subscribers.ts';
import { readable } from '../webhooks/webhook.ts';
import { reasonOfBudget } from './attempt-notification.ts';
import { CHANNEL_KINDS, type ChannelKind } from './channel-kind.ts';
import { matchingRules } from './match-rule.ts';
import { STORM } from './notification.ts';
import { NOTIFICATION_RULES, type NotificationRule, type RuleEvent } from './notification-rule.ts';
import type { PreviewContext } from './preview-rule.ts';
import {
  type NamedRecipient,
  namedBy,
  type Person,
  readOnCall,
  readPeople,
  reasonAgainstKind,
} from './recipients.ts';
import type { ResponsePreview, ResponsePreviewInput } from './response-contract.ts';
import { MOST_PREVIEWED_PEOPLE } from './rule-contract.ts';
import { channelsOff } from './sender-settings.ts';
import { readFaults } from './senders.ts';
import { placesWith, rankOf, readStorm, stormKey } from './storm.ts';

interface Place {
  readonly tenantId: string;
  readonly input: ResponsePreviewInput;
}

/**
 * Says who would be notified of an alert at a site if nobody acknowledged it, from raising to the last step of its
 * escalation, and why others would not. The functions that send decide: rules and drafts by their filters, schedules at the
 * time of each step, scopes, channels, storms, and the budget. It stores and sends nothing, and shows no address. It reads at
 * most 100 rules and 100 people, in at most ten round trips.
 */
export async function previewResponse(context: PreviewContext, place: Place): Promise<ResponsePreview> {
  const { table, now, onUnreadable } = context;
  const { tenantId, input } = place;
  const { type, severity } = input;
  const raisedAt = new Date(Math.max(now.getTime(), input.at === undefined ? 0 : Date.parse(input.at)));
  if (raisedAt.getTime() - now.getTime() > MAXIMUM_SPAN_MS) {
    throw invalidField('at', 'The at field must not be more than 100 days from now.');
  }
  const [[tenant, siteItem], stored] = await Promise.all([
    batchGet(table, [tenantKey(tenantId), SITES.key(tenantId, input.site_id)]),
    activeSubscribers(table, tenantPartition(tenantId), NOTIFICATION_RULES, onUnreadable),
  ]);
  if (!siteItem) throw wrongReferences('site_id');
  const site = SITES.read(siteItem);
  const reported = { type, zoneId: undefined, deviceId: undefined, raisedBy: 'key' } as const;
  const test = findTest(site.tests, reported, raisedAt);
  const at = formatTimestamp(raisedAt);
  const escalation = input.escalation ?? site.entity.escalation ?? readTenantEscalation(tenant);
  // A test alert is resolved from the start, so it does not escalate.
  const { escalation_steps: later = [] } = test ? {} : stepsFrom({ id: '', severity }, escalation, at);
  const rules = rulesWith(stored, place);
  const times = [at, ...later];
  const events = times.map((time, level) => {
    const event: RuleEvent = level === 0 ? 'alert.raised' : 'alert.escalated';
    const alert = { type, severity, escalation_level: level, test_id: test?.id, reported_type: undefined };
    const report = level === 0 ? { report: { type, severity } } : {};
    return { event, siteId: input.site_id, at: time, alert, ...report };
  });
  const matching = events.map((event) => matchingRules(rules, event));
  const onCall = await readOnCall(table, tenantId, matching.flat(), onUnreadable, draftsOf(place, now));
  const found = matching.map((its, level) => namedBy(its, onCall, Date.parse(times[level] ?? at)));
  const userIds = [...new Set(found.flatMap(({ named }) => named.map(({ userId }) => userId)))];
  const read = await readPeople(table, tenantId, userIds.slice(0, MOST_PREVIEWED_PEOPLE), onUnreadable);
  const people = new Map(read.map(({ userId, person }) => [userId, person]));
  const messages = found.flatMap(({ named }, level) =>
    named.flatMap((it): Message[] => {
      const person = people.get(it.userId);
      const event = events[level];
      return person && event ? [{ ...it, level, person, ...event }] : [];
    }),
  );
  const reasons = isActiveTenant(tenant)
    ? await foresee(context, tenantId, messages)
    : () => 'tenant_not_active';
  return {
    at,
    test_id: test?.id ?? null,
    steps: events.map(({ event, at: time }, level) => ({
      level,
      event,
      at: time,
      after_minutes: (Date.parse(time) - raisedAt.getTime()) / 60_000,
      rules: (matching[level] ?? []).map(({ id, name }) => ({ id: id === NEW ? null : id, name })),
      people: messages
        .filter((it) => it.level === level)
        .map((it) => ({
          user_id: it.userId,
          name: it.person.user?.name ?? null,
          schedule_id: it.scheduleId,
          channels: CHANNEL_KINDS.filter((kind) => it.kinds.has(kind)).map((kind) => ({
            kind,
            reason: reasons(it, kind),
          })),
        })),
      gaps: [...(found[level]?.gaps ?? [])],
    })),
    has_more: userIds.length > people.size,
  };
}

/** The id of a rule that is not stored. */
const NEW = '';

/** A draft counts for events of any time, as if it had been saved before. */
const ALWAYS = '0000';

/** The active rules of a tenant with the draft, which replaces the rule with its id. */
function rulesWith(
  stored: readonly NotificationRule[],
  { tenantId, input: { rule } }: Place,
): readonly NotificationRule[] {
  if (!rule) return stored;
  const { id = NEW, ...fields } = rule;
  const draft = { id, tenant_id: tenantId, ...fields, created_at: ALWAYS, updated_at: ALWAYS };
  return [...stored.filter((it) => it.id !== id), ...(rule.status === 'active' ? [draft] : [])];
}

/** The draft of a schedule: a change of the stored one, or a new schedule. */
function draftsOf({ input: { schedule } }: Place, now: Date) {
  if (!schedule) return undefined;
  const { id, time_zone, rotations } = schedule;
  const draftOf = (stored: StoredSchedule | undefined): Plan =>
    stored
      ? planOf(changedSchedule(stored, { time_zone, rotations }, formatTimestamp(now)))
      : { time_zone, rotations, overrides: [] };
  return new Map([[id, draftOf]]);
}

/** A message to a person, before it is known which channels it has. */
interface Message extends NamedRecipient {
  readonly level: number;
  readonly person: Person;
  readonly event: RuleEvent;
  readonly siteId: string;
  /** When the event happens. */
  readonly at: string;
  readonly alert: { readonly severity: ResponsePreviewInput['severity'] };
}

/**
 * Foresees which messages would be sent, in their order: each takes its place in the storm of its channel and its share of
 * the budget, but only in memory. Returns a function that says why a message would not be sent by a kind of channel.
 */
async function foresee(
  { table, settings, onUnreadable }: PreviewContext,
  tenantId: string,
  messages: readonly Message[],
): Promise<(message: Message, kind: ChannelKind) => string | null> {
  const off = channelsOff(settings);
  const channels = [...new Set(messages.flatMap(({ person }) => person.channels))];
  const keys = channels.map(({ id }) => stormKey(tenantId, id));
  const [faultOf, storms] = await Promise.all([readFaults(table, settings, channels), batchGet(table, keys)]);
  const slots = new Map(
    channels.flatMap(({ id }, place) => {
      const key = keys[place];
      const storm = key && readable(key, () => readStorm(storms[place]).storm, onUnreadable);
      return storm ? [[id, storm.slots]] : [];
    }),
  );
  const counting = rehearsedCounting(table);
  const perDay = perDayOf(settings);
  const reasons = await Promise.all(
    CHANNEL_KINDS.map(async (kind) => {
      const ofKind = new Map<Message, string | null>();
      for (const message of messages.filter(({ kinds }) => kinds.has(kind))) {
        const { event, siteId, alert } = message;
        const now = new Date(message.at);
        const about = { siteId, deviceId: undefined, isCritical: alert.severity === 'critical' };
        const reason = await reasonAgainstKind(kind, { ...message, off }, async (channel) => {
          const id = `${message.level} ${channel.id}`;
          const place = { id, at: now.getTime(), rank: rankOf(event, alert.severity) };
          const taken = placesWith(slots.get(channel.id) ?? [], place);
          if (!taken) return STORM;
          slots.set(channel.id, taken);
          const context = { now, perDay, onNearEnd: () => {} };
          const beyond = await reasonOfBudget(table, tenantId, { kind, id, about, context, counting });
          return beyond ?? faultOf(channel);
        });
        ofKind.set(message, reason);
      }
      return [kind, ofKind] as const;
    }),
  );
  const byKind = new Map(reasons);
  return (message, kind) => byKind.get(kind)?.get(message) ?? null;
}
