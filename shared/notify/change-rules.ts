import { USERS } from '../accounts/user.ts';
import { ApiError, type FieldErrors } from '../base/errors.ts';
import { SCHEDULES } from '../schedules/schedule.ts';
import { checkSites } from '../sites/find-sites.ts';
import { applyChanges, changeEntity, createEntity } from '../table/change-entity.ts';
import type { GuardedWrite } from '../table/commit.ts';
import type { Stored } from '../table/kind.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { checkCanMatch } from './match-rule.ts';
import { NOTIFICATION_RULES, type NotificationRule, type Recipient } from './notification-rule.ts';
import type { NotificationRuleChanges, NotificationRuleInput } from './rule-contract.ts';
import { nameSchedules } from './rule-schedules.ts';

type ListName = 'events' | 'types' | 'site_ids' | 'recipients' | 'channels';

type Lists = { readonly [F in ListName]?: NotificationRule[F] | undefined };

/**
 * Removes duplicates from every list. Throws `validation_failed` for each site, user and schedule that does not belong to the
 * tenant. If one is deleted later, the rule stays: a deleted site has no events, and a deleted recipient gets none.
 */
async function checkInput<T extends Lists>(table: Table, tenantId: string, input: T): Promise<T> {
  const { events, types, site_ids, recipients, channels } = input;
  if (site_ids) await checkSites(table, tenantId, site_ids);
  if (recipients) await checkRecipients(table, tenantId, recipients);
  return {
    ...input,
    ...(events ? { events: unique(events) } : {}),
    ...(types ? { types: unique(types) } : {}),
    ...(site_ids ? { site_ids: unique(site_ids) } : {}),
    ...(recipients ? { recipients: uniqueRecipients(recipients) } : {}),
    ...(channels ? { channels: unique(channels) } : {}),
  };
}

async function checkRecipients(
  table: Table,
  tenantId: string,
  recipients: readonly Recipient[],
): Promise<void> {
  const found = await batchGet(
    table,
    recipients.map((it) =>
      'user_id' in it ? USERS.key(tenantId, it.user_id) : SCHEDULES.key(tenantId, it.schedule_id),
    ),
  );
  const missing = recipients.flatMap((it, place): [string, string[]][] => {
    if (found[place]) return [];
    const [name, what] = 'user_id' in it ? ['user_id', 'user'] : ['schedule_id', 'schedule'];
    const field = `recipients.${place}.${name}`;
    return [[field, [`The ${field} field must be a ${what} of the tenant.`]]];
  });
  const fields: FieldErrors = Object.fromEntries(missing);
  if (missing.length > 0) throw new ApiError('validation_failed', { fields });
}

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)];

function uniqueRecipients(recipients: readonly Recipient[]): Recipient[] {
  const byId = new Map(recipients.map((it) => ['user_id' in it ? it.user_id : it.schedule_id, it]));
  return [...byId.values()];
}

interface Origin {
  readonly id: string;
  readonly tenantId: string;
  readonly at: string;
}

/** Creates a rule in an existing tenant, with other writes in the same transaction. */
export async function createNotificationRule(
  table: Table,
  input: NotificationRuleInput,
  { id, tenantId, at }: Origin,
  alongside?: (rule: NotificationRule) => readonly GuardedWrite[],
): Promise<NotificationRule> {
  checkCanMatch(input);
  const fields = await checkInput(table, tenantId, input);
  const rule: NotificationRule = { id, tenant_id: tenantId, ...fields, created_at: at, updated_at: at };
  const named = nameSchedules(table, tenantId, rule.recipients);
  return createEntity(table, NOTIFICATION_RULES, rule, [...named, ...(alongside?.(rule) ?? [])]);
}

/**
 * Changes the given fields. A given list replaces the former one as a whole, and may only name sites, users and schedules
 * that exist.
 */
export async function updateNotificationRule(
  table: Table,
  rule: Stored<NotificationRule>,
  changes: NotificationRuleChanges,
  { ifMatch, at }: { readonly ifMatch: string | undefined; readonly at: string },
): Promise<NotificationRule> {
  const { tenant_id: tenantId } = rule.entity;
  const fields = await checkInput(table, tenantId, changes);
  return changeEntity(table, NOTIFICATION_RULES, rule, ifMatch, (current) => {
    const changed = applyChanges(current, fields, at);
    checkCanMatch(changed);
    return { changed, alongside: nameSchedules(table, tenantId, fields.recipients ?? []) };
  });
}
