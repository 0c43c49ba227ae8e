import * as z from 'zod/mini';
import type { GuardedWrite } from '../table/commit.ts';
import { DUE_ATTRIBUTE, TIMER_INDEX } from '../table/definition.ts';
import { absentOr, allOf, attribute, type Expression, expression } from '../table/expression.ts';
import { accountKey } from '../table/keys.ts';
import { getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { updateItem } from '../table/writes.ts';

/**
 * The attribute of a device with the account of its panel. It is outside `data`. Whoever changes it requires the version of the
 * device, so that the device, its panel and the claim of the account always agree.
 */
export const PANEL_ACCOUNT = 'panel_account';

const panelAccountSchema = z.object({ account: z.string(), line: z.nullable(z.string()) });

/** An account with its prefix, in the form in which two of them are compared. The prefix is null for any. */
export type PanelAccount = z.infer<typeof panelAccountSchema>;

export const readPanelAccount = (stored: unknown): PanelAccount | undefined =>
  z.optional(panelAccountSchema).parse(stored);

/** The device that has an account. */
export interface AccountOwner {
  readonly tenant_id: string;
  readonly device_id: string;
}

/** Panels write prefixes with and without leading zeros, and none for 0. */
export const lineOf = (text: string | undefined): string =>
  (text ?? '').replace(/^0+/, '').toUpperCase() || '0';

export function normalAccount(account: string, line: string | null): PanelAccount {
  return { account: account.toUpperCase(), line: line === null ? null : lineOf(line) };
}

const isSame = (one: PanelAccount, other: PanelAccount) =>
  one.account === other.account && one.line === other.line;

const ANY = 'any';
/** The name of the attribute of an account's item with the owner of a prefix, or of any prefix. */
const ownerName = ({ line }: Pick<PanelAccount, 'line'>) => (line === null ? ANY : `line_${line}`);
const ownerAttribute = (account: PanelAccount) => attribute(ownerName(account));

/** The attribute that counts the owners of single prefixes. */
const LINES = 'lines';

/**
 * The partition of the timer index with all accounts that were ever claimed, by the time of their last claim: receivers read
 * from there which accounts there are, and which ones are new.
 */
export const ACCOUNTS_PARTITION = 'panel-account';

const claimedAttributes = (at: string) => ({ [TIMER_INDEX]: ACCOUNTS_PARTITION, [DUE_ATTRIBUTE]: at });

/** The item of an account that one panel has since a time. */
export const claimedAccount = (owner: AccountOwner, account: PanelAccount, at: string) => ({
  ...accountKey(account.account),
  [ownerName(account)]: owner,
  [LINES]: counted(account),
  ...claimedAttributes(at),
});

/** Holds if no panel has the account with this prefix, and none with any prefix. */
function isFree(account: PanelAccount): Expression {
  const free = expression`attribute_not_exists(${ownerAttribute(account)})`;
  const others =
    account.line === null
      ? absentOr(attribute(LINES), expression`${attribute(LINES)} = ${0}`)
      : expression`attribute_not_exists(${attribute(ANY)})`;
  return allOf(free, others);
}

const isOwn = (account: PanelAccount, { device_id }: AccountOwner): Expression =>
  expression`${attribute(ownerName(account), 'device_id')} = ${device_id}`;

const counted = ({ line }: PanelAccount) => (line === null ? 0 : 1);

/**
 * Makes the writes by which a device changes its account: one item per account, so that in the whole service one panel has it,
 * or several with different prefixes. Refused with `account_taken` if another panel has it.
 */
export function moveAccount(
  table: Table,
  owner: AccountOwner,
  before: PanelAccount | undefined,
  after: PanelAccount,
  at: string,
): GuardedWrite[] {
  if (before && isSame(before, after)) return [];
  if (before?.account === after.account) return [changeLine(table, owner, before, after, at)];
  return [...(before ? [releaseAccount(table, owner, before)] : []), claim(table, owner, after, at)];
}

/** Makes the attributes by which receivers notice a claim. */
const setClaimed = (at: string): Expression =>
  expression`${attribute(TIMER_INDEX)} = ${ACCOUNTS_PARTITION}, ${attribute(DUE_ATTRIBUTE)} = ${at}`;

function claim(table: Table, owner: AccountOwner, account: PanelAccount, at: string): GuardedWrite {
  const update = expression`SET ${ownerAttribute(account)} = ${owner}, ${setClaimed(at)} ADD ${attribute(LINES)} ${counted(account)}`;
  const write = updateItem(
    table,
    accountKey(account.account),
    { update, condition: isFree(account) },
    'account_taken',
  );
  return { ...write, hasHappened: (item) => ownerIn(item, account)?.device_id === owner.device_id };
}

/** Makes the write by which a device gives up its account. */
export function releaseAccount(table: Table, owner: AccountOwner, account: PanelAccount): GuardedWrite {
  const update = expression`REMOVE ${ownerAttribute(account)} ADD ${attribute(LINES)} ${-counted(account)}`;
  return updateItem(
    table,
    accountKey(account.account),
    { update, condition: isOwn(account, owner) },
    'stale',
  );
}

/** Changes the prefix of an account: one write, because a transaction takes one for each item. */
function changeLine(
  table: Table,
  owner: AccountOwner,
  before: PanelAccount,
  after: PanelAccount,
  at: string,
): GuardedWrite {
  const change = counted(after) - counted(before);
  const update = expression`SET ${ownerAttribute(after)} = ${owner}, ${setClaimed(at)} REMOVE ${ownerAttribute(before)} ADD ${attribute(LINES)} ${change}`;
  // Besides the device itself, nobody may have the account.
  const alone = expression`${attribute(LINES)} = ${1}`;
  const others = after.line === null ? alone : expression`attribute_not_exists(${ownerAttribute(after)})`;
  return updateItem(
    table,
    accountKey(after.account),
    { update, condition: allOf(isOwn(before, owner), others) },
    'account_taken',
  );
}

const ownerSchema = z.object({ tenant_id: z.string(), device_id: z.string() });

type Item = Readonly<Record<string, unknown>>;

function ownerIn(item: Item | undefined, account: Pick<PanelAccount, 'line'>): AccountOwner | undefined {
  return ownerSchema.safeParse(item?.[ownerName(account)]).data;
}

/** Which device has an account with a prefix; `undefined` if none has. */
export interface AccountOwners {
  (line: string): AccountOwner | undefined;
  /** Whether any device has the account. */
  readonly isOwned: boolean;
}

/** Reads who has an account, which is in upper case. */
export async function readOwners(table: Table, account: string): Promise<AccountOwners> {
  const item = await getItem(table, accountKey(account));
  const ownerOf = (line: string) => ownerIn(item, { line }) ?? ownerIn(item, { line: null });
  const isOwned = Object.values(item ?? {}).some((it) => ownerSchema.safeParse(it).success);
  return Object.assign(ownerOf, { isOwned });
}
