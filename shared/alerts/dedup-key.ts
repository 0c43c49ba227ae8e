import * as z from 'zod/mini';
import { type RecordedActor, recordedActorSchema } from '../base/actor.ts';
import { sha256 } from '../base/digest.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { ABSENT, anyOf, type Expression, expression } from '../table/expression.ts';
import { deviceAlertKey, type ItemKey, openAlertKey } from '../table/keys.ts';
import { getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { deleteIf, putIf, requireThat, updateItem } from '../table/writes.ts';
import {
  ALERTS,
  type Alert,
  type AlertSeverity,
  alertSeverityField,
  type DedupScope,
  type StoredAlert,
} from './alert.ts';
import type { HeardReport, HeardReports } from './later-alarm.ts';
import { type Warning, warningsField } from './warning.ts';

/**
 * The claim of a dedup key. It names the open alert that has the key, counts that alert's occurrences, and exists while the
 * alert is open. A test alert keeps its claim until its trouble is over. The count is not stored in the alert, because many
 * indexes copy the alert. Device-bound API keys have separate claims per device.
 */
export interface OpenAlert extends HeardReports {
  readonly alertId: string;
  readonly severity: AlertSeverity;
  readonly count: number;
  readonly lastAt: string;
  readonly lastBy: RecordedActor;
  /** The test that checks this trouble when it ends; set only if the claim belongs to a test alert. */
  readonly testId?: string | undefined;
  /** The messages of occurrences that differ from the alert's message and are not in the history yet. */
  readonly texts?: readonly string[] | undefined;
  /** What Guard repaired in a report, the last one that needed repair, until a history entry records it. */
  readonly warnings?: readonly Warning[] | undefined;
  /** When the alert was last acknowledged. A report that was decided on before is not counted after an acknowledgement. */
  readonly acknowledgedAt?: string | undefined;
}

/** A claim that was read, with its key. */
export interface Claim {
  readonly key: ItemKey;
  readonly open: OpenAlert;
}

const openAlertSchema = z.object({
  alert_id: z.string(),
  severity: alertSeverityField,
  count: z.int(),
  last_at: z.string(),
  last_by: recordedActorSchema,
  test_id: z.optional(z.string()),
  texts: z.optional(z.set(z.string())),
  warnings: warningsField,
  acknowledged_at: z.optional(z.string()),
  heard: z.optional(z.object({ content: z.string(), at: z.int() })),
  reactivations: z.optional(z.array(z.object({ source: z.string(), at: z.int() }))),
});

type Item = Readonly<Record<string, unknown>>;

export function readOpenAlert(item: Item): OpenAlert {
  const { alert_id, severity, count, last_at, last_by, test_id, texts, warnings, ...rest } =
    openAlertSchema.parse(item);
  const { acknowledged_at: acknowledgedAt, heard, reactivations } = rest;
  return {
    alertId: alert_id,
    severity,
    count,
    lastAt: last_at,
    lastBy: last_by,
    testId: test_id,
    texts: texts && [...texts].toSorted(),
    warnings,
    acknowledgedAt,
    heard,
    reactivations,
  };
}

/** Lives depend on alerts of these types, so their reports never become occurrences of an alert of another type. */
const TYPES_WITH_OWN_CLAIMS: readonly string[] = ['panic', 'fire'];

/**
 * Whether alerts of this type have a separate claim for each dedup key. Such alerts never count towards a runaway device
 * either.
 */
export function hasOwnClaims(type: string): boolean {
  return TYPES_WITH_OWN_CLAIMS.includes(type);
}

/**
 * The dedup key of an alarm of a panel which names a user: each user has an alert. A restore that names nobody has the key without
 * a user, and finds the alerts of all its users.
 */
export const dedupKeyOfUser = (dedupKey: string, user: string): string => `${dedupKey}#user=${user}`;

function partsOf(dedupKey: string): { readonly key: string; readonly user?: string | undefined } {
  const [, key = dedupKey, user] = /^(panel:[^#]*)#user=(.*)$/s.exec(dedupKey) ?? [];
  return { key, user };
}

const USER_MARK = '~user.';

const userHash = (user: string) => sha256(user).slice(0, 16);

/** How to find the claims of a device's dedup key: those whose sort key has this hash, and that are for the user of the key. */
export function claimsOf(dedupKey: string): {
  readonly hash: string;
  readonly isOwn: (claim: ItemKey) => boolean;
} {
  const { key, user } = partsOf(dedupKey);
  const isOwn = ({ sk }: ItemKey) =>
    user === undefined || !sk.includes(USER_MARK) || sk.includes(`${USER_MARK}${userHash(user)}#`);
  return { hash: sha256(key), isOwn };
}

interface ClaimPlace {
  readonly tenant_id: string;
  readonly site_id: string;
  readonly device_id?: string | null | undefined;
  /** The type of the alert. */
  readonly type: string;
}

/** The key of the item that claims this dedup key. */
export function dedupClaimKey(
  { tenant_id, site_id, device_id, type }: ClaimPlace,
  dedupKey: string,
  scope: DedupScope = 'site',
): ItemKey {
  const { key, user } = partsOf(dedupKey);
  const ofUser = user === undefined ? '' : `${USER_MARK}${userHash(user)}`;
  const hash = sha256(key) + (hasOwnClaims(type) ? `~${type}` : '') + ofUser;
  if (scope === 'device' && device_id) return deviceAlertKey(tenant_id, site_id, device_id, hash);
  return openAlertKey(tenant_id, site_id, hash);
}

export type Claimant = Pick<StoredAlert, 'entity' | 'dedupScope'>;

/** The keys of all items that may claim this dedup key at a site. */
export function siteClaimKeys(tenantId: string, siteId: string, dedupKey: string): ItemKey[] {
  const place = { tenant_id: tenantId, site_id: siteId };
  return ['', ...TYPES_WITH_OWN_CLAIMS].map((type) => dedupClaimKey({ ...place, type }, dedupKey));
}

/**
 * The key of the item that holds an alert's claim; `undefined` for an alert without a dedup key. No other function derives it
 * from an alert.
 */
export function claimKeyOf({ entity, dedupScope }: Claimant): ItemKey | undefined {
  return entity.dedup_key === null ? undefined : dedupClaimKey(entity, entity.dedup_key, dedupScope);
}

/** Reads the claim that an alert holds; `undefined` if it holds none. */
export async function findOpenAlert(table: Table, claimant: Claimant): Promise<OpenAlert | undefined> {
  const { entity: alert } = claimant;
  const key = isSettled(alert) ? undefined : claimKeyOf(claimant);
  const item = key && (await getItem(table, key));
  const open = item && readOpenAlert(item);
  return open?.alertId === alert.id ? open : undefined;
}

/** Whether an alert certainly holds no claim any more. A test alert is resolved from the start, but may still hold one. */
export function isSettled({ status, test_id }: Alert): boolean {
  return status === 'resolved' && test_id === undefined;
}

/** Returns the alert with the occurrences that its claim has counted. */
export function withOccurrences(alert: Alert, open: Pick<OpenAlert, 'count' | 'lastAt'> | undefined): Alert {
  return open ? { ...alert, occurrences: open.count, last_occurred_at: open.lastAt } : alert;
}

/**
 * Claims the dedup key for a new or reopened alert, unless another alert holds the claim. `abandoned` is a resolved or
 * deleted alert that left its claim behind. This happens in a restored backup, which is not consistent across items (AWS,
 * "Backing up and restoring DynamoDB tables with DynamoDB: How it works"). The write requires that this alert is still not
 * open.
 */
export function claimDedupKey(
  table: Table,
  claimant: Claimant,
  by: RecordedActor,
  abandoned: string | undefined,
  heard?: HeardReport | undefined,
): GuardedWrite[] {
  const item = claimItem(claimant, by, heard);
  if (!item) return [];
  const { id, tenant_id } = claimant.entity;
  const isFree = abandoned === undefined ? ABSENT : anyOf(ABSENT, expression`#alert_id = ${abandoned}`);
  const isOther = abandoned !== undefined && abandoned !== id;
  const isOver = anyOf(ABSENT, expression`#data.#status = ${'resolved'}`);
  return [
    putIf(table, item, isFree, 'stale'),
    ...(isOther ? [requireThat(table, ALERTS.key(tenant_id, abandoned), isOver, 'stale')] : []),
  ];
}

/**
 * Moves the claim from the test alert of a trouble to the new alert that surfaces it. Refused if the claim has changed since
 * it was read.
 */
export function takeOverClaim(
  table: Table,
  claimant: Claimant,
  by: RecordedActor,
  { open }: Claim,
): GuardedWrite[] {
  const item = claimItem(claimant, by);
  return item ? [putIf(table, item, isUnchanged(open), 'stale')] : [];
}

/** The item of a claim; `undefined` for an alert without a dedup key. */
function claimItem(claimant: Claimant, by: RecordedActor, heard?: HeardReport | undefined) {
  const key = claimKeyOf(claimant);
  const { id, severity, occurrences: count, last_occurred_at, test_id, acknowledged_at } = claimant.entity;
  return (
    key && {
      ...key,
      alert_id: id,
      severity,
      count,
      last_at: last_occurred_at,
      last_by: by,
      ...(test_id === undefined ? {} : { test_id }),
      ...(acknowledged_at === null ? {} : { acknowledged_at }),
      ...(heard ? { heard } : {}),
    }
  );
}

/** Holds while the same alert has the claim and no occurrence was counted since the claim was read. */
const isUnchanged = (open: OpenAlert): Expression =>
  expression`#alert_id = ${open.alertId} AND #count = ${open.count}`;

/**
 * Sets a claim to the count that the same transaction writes to the alert, so that nothing is left to copy. Refused if an
 * occurrence was counted since the claim was read.
 */
export function carryToAlert(table: Table, { key, open }: Claim, carried: OpenAlert): GuardedWrite {
  const { count, lastAt, lastBy, severity, heard, reactivations } = carried;
  const heardReport = heard ? expression`, #heard = ${heard}` : expression``;
  const reactivated = reactivations ? expression`, #reactivations = ${reactivations}` : expression``;
  const update = expression`SET #count = ${count}, #last_at = ${lastAt}, #last_by = ${lastBy}, #severity = ${severity}${heardReport}${reactivated} REMOVE #timer, #due, #texts, #warnings`;
  return updateItem(table, key, { update, condition: isUnchanged(open) }, 'stale');
}

/**
 * Notes in the claim of an acknowledged alert when that was: a report that was decided on before is refused, and decided again,
 * so that no alarm is counted behind an acknowledgement that does not cover it. Refused if the alert holds no claim.
 */
export function coverReports(table: Table, claimant: Claimant): GuardedWrite[] {
  const key = claimKeyOf(claimant);
  if (!key) return [];
  const { id, acknowledged_at } = claimant.entity;
  const update = expression`SET #acknowledged_at = ${acknowledged_at}`;
  return [updateItem(table, key, { update, condition: expression`#alert_id = ${id}` }, 'stale')];
}

/** Deletes a claim. Refused if an occurrence was counted since it was read. */
export function deleteClaim(table: Table, { key, open }: Claim): GuardedWrite {
  return deleteIf(table, key, isUnchanged(open), 'stale');
}

/**
 * Releases the dedup key of an alert. Refused if an occurrence was counted since the claim was read, or if the alert has got
 * a claim since.
 */
export function releaseDedupKey(
  table: Table,
  claimant: Claimant,
  open: OpenAlert | undefined,
): GuardedWrite[] {
  const key = claimKeyOf(claimant);
  if (!key) return [];
  if (open) return [deleteClaim(table, { key, open })];
  const isOfOther = anyOf(ABSENT, expression`#alert_id <> ${claimant.entity.id}`);
  return [requireThat(table, key, isOfOther, 'stale')];
}
