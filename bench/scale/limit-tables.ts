import { ALERTS } from '../../shared/alerts/alert.ts';
import { TENANTS } from '../../shared/tenants/tenant.ts';
import { userItem } from '../../shared/users/account.ts';
import { assignmentItem } from '../../shared/users/assignment.ts';
import { MAXIMUM_ASSIGNED_SITES } from '../../shared/users/user.ts';
import { freshAlerts } from '../bench-alerts.ts';
import { makeBenchData } from '../bench-data.ts';
import { grouped } from '../cost/format.ts';
import { itemBytes } from '../cost/item-size.ts';
import type { Row } from '../print-table.ts';
import { AWS_LIMITS } from './limits.ts';

export function limitRows(): Row[] {
  return Object.values(AWS_LIMITS).map(({ what, amount, canGrow, source }) => ({
    limit: what,
    amount: grouped(amount),
    'can grow': canGrow ? 'yes' : 'no',
    source: `AWS, “${source}”`,
  }));
}

/** `$argon2id$v=19$m=19456,t=2,p=1$`, salt and hash. */
const PASSWORD_HASH_LENGTH = 97;

/** How large items are that are read or written most, and the largest. */
export function itemRows(): Row[] {
  const { tenants, operators, sites, origin } = makeBenchData(0);
  const [tenant] = tenants;
  const [alert] = freshAlerts(1, origin);
  const [site] = sites;
  if (!tenant || !alert || !site) throw new Error('No data to measure');
  const credentials = { password_hash: 'x'.repeat(PASSWORD_HASH_LENGTH), session_version: 1 };
  const siteIds = new Array<string>(MAXIMUM_ASSIGNED_SITES).fill(site.id);
  const items = {
    tenant: TENANTS.item(tenant),
    user: userItem(operators[0], credentials),
    alert: ALERTS.item(alert),
    [`assignment of ${MAXIMUM_ASSIGNED_SITES} sites`]: assignmentItem(operators[0], siteIds),
  };
  return Object.entries(items).map(([item, value]) => {
    const bytes = itemBytes(value);
    return {
      item,
      bytes: grouped(bytes),
      'read units, strongly consistent': Math.ceil(bytes / 4_096),
      'write units': Math.ceil(bytes / 1_024),
      'of the largest item': `${((bytes / AWS_LIMITS.itemBytes.amount) * 100).toFixed(2)} %`,
    };
  });
}
