import { ApiError, type FieldErrors } from '../errors.ts';
import { SCHEDULES } from '../schedules/schedule.ts';
import { checkSites } from '../sites/check-sites.ts';
import { batchGet } from '../table/batch-get.ts';
import type { Table } from '../table/table.ts';
import { USERS } from '../users/user.ts';
import type { NotificationRule, Recipient } from './notification-rule.ts';

type ListName = 'events' | 'types' | 'site_ids' | 'recipients' | 'channels';

type Lists = { readonly [F in ListName]?: NotificationRule[F] | undefined };

/**
 * Removes duplicates from every list. Throws `validation_failed` at each site, user and schedule that does not belong to the
 * tenant. One may be deleted later: a site then has no events, and a recipient gets none.
 */
export async function checkInput<T extends Lists>(table: Table, tenantId: string, input: T): Promise<T> {
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
