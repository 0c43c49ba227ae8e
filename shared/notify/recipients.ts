import { isActiveTenant } from '../accounts/account.ts';
import { readAssignedSites, scopeOfUser } from '../accounts/assignments.ts';
import { readLanguage, USERS, type User } from '../accounts/user.ts';
import { isWithinScope } from '../base/access.ts';
import type { Language } from '../base/language.ts';
import { onCallAt, type Plan, planOf } from '../schedules/on-call.ts';
import { SCHEDULES, type StoredSchedule } from '../schedules/schedule.ts';
import { assignmentKey, channelsKey, type ItemKey, tenantKey } from '../table/keys.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { type OnUnreadable, readable } from '../webhooks/webhook.ts';
import { readChannels, type StoredChannel } from './channel.ts';
import { CHANNEL_KINDS, type ChannelKind } from './channel-kind.ts';
import { namesEvent } from './match-rule.ts';
import { NOTIFICATION_RULES, type NotificationRule } from './notification-rule.ts';
import type { EventMessage } from './notify-message.ts';

/** A person whom rules name. If several rules and schedules name the same person, there is one entry. */
export interface FoundRecipient {
  readonly userId: string;
  /** The schedule through which the first rule names the person; null if that rule names the person directly. */
  readonly scheduleId: string | null;
  /** All kinds of channels that these rules name. */
  readonly kinds: ReadonlySet<ChannelKind>;
  readonly person: Person;
}

interface FoundRecipients {
  readonly recipients: readonly FoundRecipient[];
  /** The schedules in which nobody is on call. */
  readonly gaps: readonly string[];
}

/**
 * Finds the people whom the rules of an event name, and whom a reminder is for. In a tenant that is not active, it finds nobody. It reads everything in
 * at most three round trips.
 */
export async function findRecipients(
  table: Table,
  message: EventMessage,
  onUnreadable: OnUnreadable,
): Promise<FoundRecipients> {
  const { tenant_id: tenantId, rule_ids, user_id, at } = message;
  const ruleKeys = rule_ids.map((id) => NOTIFICATION_RULES.key(tenantId, id));
  const [tenant, ...ruleItems] = await batchGet(table, [tenantKey(tenantId), ...ruleKeys]);
  if (!isActiveTenant(tenant)) return { recipients: [], gaps: [] };
  const rules = ruleItems
    .flatMap((item, place) => {
      const key = ruleKeys[place];
      return (item && key && readable(key, () => NOTIFICATION_RULES.entityOf(item), onUnreadable)) ?? [];
    })
    // A rule may have changed since the event was published.
    .filter(({ status, events }) => status === 'active' && namesEvent({ events }, message.event));
  const reminded = user_id === undefined ? [] : [{ recipients: [{ user_id }], channels: CHANNEL_KINDS }];
  return findRecipientsOf(table, tenantId, [...rules, ...reminded], { at: Date.parse(at), onUnreadable });
}

interface Rule extends Pick<NotificationRule, 'recipients'> {
  readonly channels: readonly ChannelKind[];
}

interface FindContext {
  readonly at: number;
  readonly onUnreadable: OnUnreadable;
}

/** Finds the people whom rules of a tenant name at a given time, in two round trips. */
export async function findRecipientsOf(
  table: Table,
  tenantId: string,
  rules: readonly Rule[],
  { at, onUnreadable }: FindContext,
): Promise<FoundRecipients> {
  const { named, gaps } = namedBy(rules, await readOnCall(table, tenantId, rules, onUnreadable), at);
  const userIds = named.map(({ userId }) => userId);
  const people = await readPeople(table, tenantId, userIds, onUnreadable);
  const recipients = named.flatMap((it, place) => {
    const found = people[place];
    return found ? [{ ...it, ...found }] : [];
  });
  return { recipients, gaps };
}

/** A person whom rules name, before the person is read. */
export type NamedRecipient = Omit<FoundRecipient, 'person'>;

/** Finds whom rules name at a time, each person once, and their schedules in which nobody is on call then. */
export function namedBy(
  rules: readonly Rule[],
  onCall: OnCallInSchedules,
  at: number,
): { readonly named: readonly NamedRecipient[]; readonly gaps: readonly string[] } {
  const named = new Map<string, { userId: string; scheduleId: string | null; kinds: Set<ChannelKind> }>();
  const gaps = new Set<string>();
  const onDuty = new Map([...onCall].map(([scheduleId, userIdAt]) => [scheduleId, userIdAt(at)]));
  for (const { recipients, channels } of rules) {
    for (const recipient of recipients) {
      const scheduleId = 'schedule_id' in recipient ? recipient.schedule_id : null;
      const userId = 'user_id' in recipient ? recipient.user_id : onDuty.get(recipient.schedule_id);
      if (userId === undefined) {
        if (scheduleId !== null) gaps.add(scheduleId);
        continue;
      }
      const known = named.get(userId) ?? { userId, scheduleId, kinds: new Set() };
      named.set(userId, known);
      for (const kind of channels) known.kinds.add(kind);
    }
  }
  return { named: [...named.values()], gaps: [...gaps] };
}

/**
 * For each schedule, a function that returns the person who is on call at a time; `undefined` in a gap, or if the schedule
 * was deleted or cannot be read.
 */
type OnCallInSchedules = ReadonlyMap<string, (at: number) => string | undefined>;

/** Reads the schedules that rules name. A draft decides instead of the stored schedule, which it gets. */
export async function readOnCall(
  table: Table,
  tenantId: string,
  rules: readonly Rule[],
  onUnreadable: OnUnreadable,
  drafts: ReadonlyMap<string, (stored: StoredSchedule | undefined) => Plan> = new Map(),
): Promise<OnCallInSchedules> {
  const named = rules.flatMap(({ recipients }) =>
    recipients.flatMap((it) => ('schedule_id' in it ? [it.schedule_id] : [])),
  );
  const ids = [...new Set(named)];
  const keyOf = (id: string) => SCHEDULES.key(tenantId, id);
  const items = await batchGet(table, ids.map(keyOf));
  return new Map(
    ids.map((id, place) => {
      const item = items[place];
      const draft = drafts.get(id);
      const userIdAt = (at: number) => {
        const stored = item && SCHEDULES.read(item);
        const plan = draft ? draft(stored) : stored && planOf(stored);
        return plan && onCallAt(plan, at)?.userId;
      };
      return [id, (at) => readable(keyOf(id), () => userIdAt(at), onUnreadable)];
    }),
  );
}

/** Reads the people with these ids, in their order. */
export async function readPeople(
  table: Table,
  tenantId: string,
  userIds: readonly string[],
  onUnreadable: OnUnreadable,
): Promise<Pick<FoundRecipient, 'userId' | 'person'>[]> {
  const keys = userIds.map((id) => keysOfPerson(tenantId, id));
  const items = await batchGet(table, keys.flat());
  return userIds.map((userId, place) => {
    const its = keys[place] ?? [];
    const own = items.slice(place * its.length, (place + 1) * its.length);
    return { userId, person: readPerson(own, USERS.key(tenantId, userId), onUnreadable) };
  });
}

type Item = Readonly<Record<string, unknown>> | undefined;

/** The facts that decide whether and how a person is notified. */
export interface Person {
  /** `undefined` for a deleted user. */
  readonly user: User | undefined;
  /** The language of messages to the person, if they have chosen one. */
  readonly language?: Language | undefined;
  readonly assignment: Item;
  /** The verified channels. */
  readonly channels: readonly StoredChannel[];
}

/** The keys of a user's items, in the order in which `personOf` takes the items. */
export function keysOfPerson(tenantId: string, userId: string): [ItemKey, ItemKey, ItemKey] {
  return [USERS.key(tenantId, userId), assignmentKey(tenantId, userId), channelsKey(tenantId, userId)];
}

export function personOf([user, assignment, channels]: readonly Item[]): Person {
  return {
    user: user && USERS.entityOf(user),
    language: readLanguage(user),
    assignment,
    channels: readChannels(channels).filter(({ verified_at }) => verified_at !== null),
  };
}

const NOT_READABLE: Person = { user: undefined, assignment: undefined, channels: [] };

/**
 * Reads a person as `personOf` does. If this release cannot read the items, it treats the person as deleted, so that other
 * people are still notified.
 */
export function readPerson(items: readonly Item[], key: ItemKey, onUnreadable: OnUnreadable): Person {
  const read = () => {
    const person = personOf(items);
    readAssignedSites(person.assignment);
    return person;
  };
  return readable(key, read, onUnreadable) ?? NOT_READABLE;
}

/** Returns why a person must not be notified about a site; `undefined` if the person may be. */
export const reasonAgainst = (person: Person, siteId: string) => reasonsAgainst(person)(siteId);

/**
 * Returns a function that says why a person must not be notified about a site. For many sites, it determines the person's
 * scope only once.
 */
export function reasonsAgainst({
  user,
  assignment,
}: Person): (siteId: string) => 'user_not_active' | 'outside_scope' | undefined {
  if (user?.status !== 'active') return () => 'user_not_active';
  const { tenant_id: tenantId, id: userId, role } = user;
  const scope = scopeOfUser({ tenantId, userId, role }, assignment);
  return (siteId) =>
    isWithinScope(scope, { tenant_id: tenantId, site_id: siteId }) ? undefined : 'outside_scope';
}

/**
 * Returns why nothing is sent to a channel of a person; `undefined` if something may be sent. `off` are the kinds of channels
 * to which the stage does not send.
 */
export function reasonAgainstChannel(
  channel: StoredChannel | undefined,
  off: readonly ChannelKind[],
): 'no_channel' | 'channel_off' | undefined {
  if (!channel) return 'no_channel';
  return off.includes(channel.kind) ? 'channel_off' : undefined;
}

/**
 * A channel of a person, and the reason why nothing is sent to it, if there is one. Without a channel, the reason is about
 * the person.
 */
interface Way {
  readonly channel: StoredChannel | undefined;
  readonly reason: string | undefined;
}

/**
 * Decides through which channels of these kinds a person is notified about a site. A preview shows the same as is sent later.
 */
export function waysTo(
  person: Person,
  siteId: string,
  kinds: ReadonlySet<ChannelKind>,
  off: readonly ChannelKind[],
): readonly Way[] {
  const reason = reasonAgainst(person, siteId);
  const channels = reason ? [] : person.channels.filter(({ kind }) => kinds.has(kind));
  if (channels.length === 0) return [{ channel: undefined, reason: reason ?? 'no_channel' }];
  return channels.map((channel) => ({ channel, reason: reasonAgainstChannel(channel, off) }));
}

interface Whom {
  readonly person: Person;
  readonly siteId: string;
  readonly off: readonly ChannelKind[];
}

/**
 * Returns why a person would not be notified about a site by any channel of a kind; null if at least one would be used.
 * `reasonOf` says what else keeps a message from a channel. Previews show this, so that no address leaves Guard.
 */
export async function reasonAgainstKind(
  kind: ChannelKind,
  { person, siteId, off }: Whom,
  reasonOf: (channel: StoredChannel) => Promise<string | undefined> | string | undefined,
): Promise<string | null> {
  const reasons: (string | null)[] = [];
  for (const { channel, reason } of waysTo(person, siteId, new Set([kind]), off)) {
    reasons.push(reason ?? (channel && (await reasonOf(channel))) ?? null);
  }
  return reasons.includes(null) ? null : (reasons[0] ?? null);
}
