import { isActiveTenant } from '../accounts/account.ts';
import { unseenTypes } from '../alerts/unseen-types.ts';
import type { Warning } from '../base/fields.ts';
import { ALERT_SEVERITIES, readTenantEscalation } from '../base/severities.ts';
import { formatTimestamp } from '../base/time.ts';
import type { Runtime } from '../lambda/runtime.ts';
import type { Settings } from '../lambda/settings.ts';
import { perDayOf, rehearsedCounting } from '../limits/budget.ts';
import { SCHEDULES } from '../schedules/schedule.ts';
import { deletedSites, listSites } from '../sites/find-sites.ts';
import { SITES, type Site } from '../sites/site.ts';
import { tenantKey } from '../table/keys.ts';
import { batchGet, getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { type OnUnreadable, readable } from '../webhooks/webhook.ts';
import { reasonOfBudget } from './attempt-notification.ts';
import { CHANNEL_KINDS, type ChannelKind } from './channel-kind.ts';
import { deadEvents } from './match-rule.ts';
import {
  type FoundRecipient,
  findRecipientsOf,
  readPeople,
  reasonAgainstKind,
  reasonsAgainst,
} from './recipients.ts';
import {
  MOST_PREVIEWED_PEOPLE,
  MOST_PREVIEWED_SITES,
  type NotificationRulePreview,
  type NotificationRulePreviewInput,
} from './rule-contract.ts';
import { channelsOff } from './sender-settings.ts';
import { readFaults } from './senders.ts';

export interface PreviewContext {
  readonly table: Table;
  readonly settings: Pick<Settings, 'mailFrom' | 'smsFrom' | 'smsCountries' | 'smsPerDay' | 'mailPerDay'>;
  readonly now: Date;
  readonly onUnreadable: OnUnreadable;
}

export const previewContext = (
  { table, settings, logger, nameSources }: Pick<Runtime, 'table' | 'settings' | 'logger' | 'nameSources'>,
  now: Date,
): PreviewContext => ({
  table,
  settings,
  now,
  onUnreadable: ({ pk, sk }, error) =>
    logger.error('Item not readable', { pk, sk, error: nameSources(error) }),
});

export type Draft = Omit<NotificationRulePreviewInput, 'name' | 'status'>;

type Row = NotificationRulePreview['people'][number];

/** A person whom a rule names, or who has a turn in a schedule that the rule names. */
type Candidate = Pick<FoundRecipient, 'userId' | 'scheduleId' | 'person'> & { readonly now: boolean };

/**
 * Says which people a rule of a tenant would reach, without storing or sending anything. The same functions decide this as
 * when a message is sent. It reads a bounded number of items, in at most five round trips.
 */
export async function previewRule(
  context: PreviewContext,
  tenantId: string,
  rule: Draft,
): Promise<NotificationRulePreview> {
  const { table, now } = context;
  const [tenant, sites, { candidates, gaps, hasMore, missing }] = await Promise.all([
    getItem(table, tenantKey(tenantId)),
    readSites(table, tenantId, rule.site_ids),
    findCandidates(context, tenantId, rule),
  ]);
  const rowOf = isActiveTenant(tenant)
    ? await judgeOf(context, tenantId, { rule, sites, candidates })
    : async () => rule.channels.map((kind) => ({ kind, reason: 'tenant_not_active' }));
  const people = await Promise.all(
    candidates.map(async (it) => ({
      user_id: it.userId,
      name: it.person.user?.name ?? null,
      schedule_id: it.scheduleId,
      now: it.now,
      sites_missed: sites.length - sitesOf(it, sites).length,
      channels: await rowOf(it),
    })),
  );
  const isReached = ({ channels }: Row) => channels.some(({ reason }) => reason === null);
  const reached = candidates.filter((_, place) => people[place] && isReached(people[place]));
  const covered = new Set(reached.flatMap((it) => sitesOf(it, sites)));
  const facts = {
    people,
    isReached,
    missing,
    sites,
    tenant,
    uncovered: sites.filter((it) => !covered.has(it)),
  };
  return {
    at: formatTimestamp(now),
    site_count: sites.length,
    people,
    has_more: hasMore,
    gaps: [...gaps],
    warnings: await warningsOf(table, tenantId, rule, facts),
  };
}

interface Facts {
  readonly people: readonly Row[];
  readonly isReached: (row: Row) => boolean;
  /** The ids of named schedules that do not exist. */
  readonly missing: readonly string[];
  readonly sites: readonly Site[];
  readonly tenant: Readonly<Record<string, unknown>> | undefined;
  /** The sites that none of the people may see whom the rule reaches, now or at another time. */
  readonly uncovered: readonly Site[];
}

const MOST_WARNINGS = 50;

/** Warns of everything that keeps the rule from notifying people, as things are now. */
async function warningsOf(
  table: Table,
  tenantId: string,
  rule: Draft,
  { people, isReached, missing, sites, tenant, uncovered }: Facts,
): Promise<Warning[]> {
  const warnings: Warning[] = [];
  const warn = (field: string, code: string, message: string) => warnings.push({ field, code, message });
  for (const place of deadEvents(rule)) {
    warn(
      `events.${place}`,
      'event_never_matches',
      `The rule never matches ${rule.events[place]}, because of its filters.`,
    );
  }
  const level = rule.min_escalation_level ?? (rule.events.includes('alert.escalated') ? 1 : 0);
  if (level > highestLevel(tenant, sites, rule.min_severity)) {
    const field = rule.min_escalation_level === null ? 'events' : 'min_escalation_level';
    warn(
      field,
      'level_never_reached',
      `No escalation of the rule's sites and severities has ${level} steps.`,
    );
  }
  warnings.push(...deletedSites(rule.site_ids, sites), ...(await unseenTypes(table, tenantId, rule.types)));
  for (const [place, recipient] of rule.recipients.entries()) {
    const field = `recipients.${place}`;
    const own = people.filter((it) =>
      'user_id' in recipient ? it.user_id === recipient.user_id : it.schedule_id === recipient.schedule_id,
    );
    if ('schedule_id' in recipient && missing.includes(recipient.schedule_id)) {
      warn(field, 'schedule_deleted', 'The schedule was deleted.');
    }
    for (const row of own.filter((it) => !isReached(it))) {
      const reason = row.channels[0]?.reason ?? 'no_channel';
      warn(field, reason, `${row.name ?? 'A deleted user'} is not reached by this rule: ${reason}.`);
    }
  }
  if (uncovered.length > 0) {
    const count = `${uncovered.length} of its ${sites.length} sites`;
    warn('site_ids', 'sites_not_covered', `The rule reaches nobody who may see ${count}.`);
  }
  return warnings.slice(0, MOST_WARNINGS);
}

/** The highest number of escalation steps that an alert can have at these sites, with at least this severity. */
function highestLevel(tenant: Facts['tenant'], sites: readonly Site[], minSeverity: string | null): number {
  const usual = readTenantEscalation(tenant);
  const ranks: readonly string[] = ALERT_SEVERITIES;
  const severities = ALERT_SEVERITIES.slice(minSeverity === null ? 0 : ranks.indexOf(minSeverity));
  const escalations = sites.length === 0 ? [usual] : sites.map(({ escalation }) => escalation ?? usual);
  return Math.max(...escalations.flatMap((it) => severities.map((severity) => it[severity]?.length ?? 0)));
}

/** Reads the sites that a rule is about; if it is about all sites, a bounded number of them. */
async function readSites(
  table: Table,
  tenantId: string,
  siteIds: readonly string[] | null,
): Promise<readonly Site[]> {
  if (siteIds) {
    const items = await batchGet(
      table,
      siteIds.map((id) => SITES.key(tenantId, id)),
    );
    return items.flatMap((item) => (item ? [SITES.entityOf(item)] : []));
  }
  const page = { position: undefined, limit: MOST_PREVIEWED_SITES };
  return (await listSites(table, { kind: 'tenant', tenantId }, page)).items;
}

async function findCandidates({ table, now, onUnreadable }: PreviewContext, tenantId: string, rule: Draft) {
  const scheduleIds = rule.recipients.flatMap((it) => ('schedule_id' in it ? [it.schedule_id] : []));
  const keys = scheduleIds.map((id) => SCHEDULES.key(tenantId, id));
  const [{ recipients, gaps }, schedules] = await Promise.all([
    findRecipientsOf(table, tenantId, [rule], { at: now.getTime(), onUnreadable }),
    keys.length > 0 ? batchGet(table, keys) : [],
  ]);
  const current = recipients.map((it): Candidate => ({ ...it, now: true }));
  const known = new Set(current.map(({ userId }) => userId));
  const later = new Map<string, string>();
  const missing: string[] = [];
  for (const [place, scheduleId] of scheduleIds.entries()) {
    const [item, key] = [schedules[place], keys[place]];
    const schedule = item && key && readable(key, () => SCHEDULES.read(item), onUnreadable);
    if (!schedule) {
      missing.push(scheduleId);
      continue;
    }
    const overrides = schedule.overrides.filter(({ until }) => Date.parse(until) > now.getTime());
    const userIds = [
      ...schedule.entity.rotations.flatMap(({ user_ids }) => user_ids),
      ...overrides.map(({ user_id }) => user_id),
    ];
    for (const id of userIds) if (!known.has(id) && !later.has(id)) later.set(id, scheduleId);
  }
  const shown = [...later.keys()].slice(0, Math.max(0, MOST_PREVIEWED_PEOPLE - current.length));
  const others = await readPeople(table, tenantId, shown, onUnreadable);
  return {
    candidates: [
      ...current,
      ...others.map((it): Candidate => ({ ...it, scheduleId: later.get(it.userId) ?? null, now: false })),
    ],
    gaps,
    hasMore: shown.length < later.size,
    missing,
  };
}

interface Judged {
  readonly rule: Draft;
  readonly sites: readonly Site[];
  readonly candidates: readonly Candidate[];
}

/** Returns a function that says why a person is not reached, for each kind of channel that a rule names. */
async function judgeOf(
  { table, settings, now }: PreviewContext,
  tenantId: string,
  { rule, sites, candidates }: Judged,
): Promise<(candidate: Candidate) => Promise<Row['channels']>> {
  const off = channelsOff(settings);
  const channels = candidates.flatMap(({ person }) => person.channels);
  // One site may have used up its share of the budget, but a rule about several sites still reaches people.
  const [siteId = NO_SITE] = sites.length === 1 ? sites.map(({ id }) => id) : [];
  const about = { siteId, deviceId: undefined, isCritical: rule.min_severity === 'critical' };
  const context = { now, perDay: perDayOf(settings), onNearEnd: () => {} };
  const beyond = (kind: ChannelKind) =>
    rule.channels.includes(kind) && !off.includes(kind) && channels.some((it) => it.kind === kind)
      ? reasonOfBudget(table, tenantId, { kind, id: '', about, context, counting: rehearsedCounting(table) })
      : undefined;
  const [faultOf, email, sms] = await Promise.all([
    readFaults(table, settings, channels),
    beyond('email'),
    beyond('sms'),
  ]);
  const budget = { email, sms, push: undefined };
  return (candidate) => {
    const [site = sites[0]] = sitesOf(candidate, sites);
    const whom = { person: candidate.person, siteId: site?.id ?? NO_SITE, off };
    const kinds = CHANNEL_KINDS.filter((kind) => rule.channels.includes(kind));
    return Promise.all(
      kinds.map(async (kind) => ({
        kind,
        reason: await reasonAgainstKind(kind, whom, (channel) => budget[kind] ?? faultOf(channel)),
      })),
    );
  };
}

/** Stands for future sites of a tenant that has none. People who see only assigned sites do not see it. */
const NO_SITE = '';

function sitesOf({ person }: Candidate, sites: readonly Site[]): readonly Site[] {
  const reasonAt = reasonsAgainst(person);
  return sites.filter(({ id }) => reasonAt(id) === undefined);
}
