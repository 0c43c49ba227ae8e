import { ApiError } from '../base/errors.ts';
import { formatTimestamp } from '../base/time.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { applyChanges } from '../table/change-entity.ts';
import { changeItem } from '../table/change-item.ts';
import { decideAndWrite } from '../table/decide-and-write.ts';
import { expression } from '../table/expression.ts';
import { type ItemKey, linkKey, tenantKey } from '../table/keys.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import type { Version } from '../table/version.ts';
import { deleteIf } from '../table/writes.ts';
import { isActiveTenant, userItem } from './account.ts';
import {
  isValidLink,
  LINK_PURPOSES,
  maySetPassword,
  type ParsedLink,
  parseLinkToken,
} from './mailed-link.ts';
import { hashPassword } from './password.ts';
import { type Account, USERS, type User } from './user.ts';

interface Reading {
  readonly version: Version;
  readonly account: Account;
  /** The key of the valid link; `undefined` if the token may not be used. */
  readonly key: ItemKey | undefined;
}

/**
 * Sets the password of the user to whom a link was sent, and returns the user. One transaction uses up the link and ends all
 * sessions, which also makes the user's other links invalid. A password is only hashed for a valid link. For any other token
 * the error is `link_not_valid`, whatever the reason.
 */
export async function setPasswordByLink(
  table: Table,
  { token, password }: { token: string; password: string },
  now: Date,
): Promise<User> {
  const link = parseLinkToken(token);
  if (!link) throw notValid('malformed');
  const read = () => readLink(table, link, now);
  const loaded = await read();
  if (!loaded.key) throw notValid('not_usable');
  const passwordHash = await hashPassword(password);
  return decideAndWrite(table, loaded, read, ({ account, version, key }, writeId) => {
    if (!key) throw notValid('not_usable');
    const { entity: user, credentials } = account;
    const session_version = credentials.session_version + 1;
    // The other credentials stay, such as the second factor.
    const renewed = { ...credentials, password_hash: passwordHash, session_version };
    const changed = applyChanges(user, {}, formatTimestamp(now));
    const [before, after] = [userItem(user, credentials), userItem(changed, renewed)];
    const writes = [
      changeItem(table, before, after, { version, writeId }),
      deleteIf(table, key, expression`#secret_hash = ${link.secretHash}`, 'stale'),
      ...auditWrites(table, USERS, user, changed, { action: 'password_set_by_link', hidden: ['password'] }),
    ];
    return { writes, result: changed };
  });
}

async function readLink(table: Table, link: ParsedLink, now: Date): Promise<Reading> {
  const { tenantId, userId } = link;
  const keys = LINK_PURPOSES.map((purpose) => linkKey(tenantId, userId, purpose));
  const [tenant, user, ...links] = await batchGet(table, [
    tenantKey(tenantId),
    USERS.key(tenantId, userId),
    ...keys,
  ]);
  if (!user) throw notValid('user_not_found');
  const account = USERS.read(user);
  const isUsable = isActiveTenant(tenant) && maySetPassword(account, now);
  const place = links.findIndex((item) => isUsable && isValidLink(item, link, account, now));
  return { version: account.version, account, key: keys[place] };
}

function notValid(reason: string): ApiError {
  return new ApiError('link_not_valid', { reason });
}
