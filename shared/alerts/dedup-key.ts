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
import { type Warning, warningsField } from './warning.ts';

/**
 * The claim of a dedup key: names the open alert that has the key, and counts its occurrences. It exists while the alert is
 * open; that of a test alert exists until its trouble is over. The count is not in the alert, because the alert is in many
 * indexes. Keys of device-bound API keys have claims of their own, per device.
 */
export interface OpenAlert {
  readonly alertId: string;
  readonly severity: AlertSeverity;
  readonly count: number;
  readonly lastAt: string;
  readonly lastBy: RecordedActor;
  /** The test that checks this trouble when the test ends; set only if the claim names a test alert. */
  readonly testId?: string | undefined;
  /** Other texts than the alert's that occurrences had since the last history entry. */
  readonly texts?: readonly string[] | undefined;
  /** What Guard repaired in the last report that needed it, until an entry of the history has it. */
  readonly warnings?: readonly Warning[] | undefined;
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
});

type Item = Readonly<Record<string, unknown>>;

export function readOpenAlert(item: Item): OpenAlert {
  const { alert_id, severity, count, last_at, last_by, test_id, texts, warnings } =
    openAlertSchema.parse(item);
  return {
    alertId: alert_id,
    severity,
    count,
    lastAt: last_at,
    lastBy: last_by,
    testId: test_id,
    texts: texts && [...texts].toSorted(),
    warnings,
  };
}

/** Lives depend on alerts of these types: they never count on an alert of another type. */
const TYPES_WITH_OWN_CLAIMS: readonly string[] = ['panic', 'fire'];

/** Whether alerts of a type have claims of their own for each dedup key, and never count towards a runaway device. */
export function hasOwnClaims(type: string): boolean {
  return TYPES_WITH_OWN_CLAIMS.includes(type);
}

interface ClaimPlace {
  readonly tenant_id: string;
  readonly site_id: string;
  readonly device_id?: string | null | undefined;
  /** The type of the alert. */
  readonly type: string;
}

/** The key of the claim of a dedup key. */
export function dedupClaimKey(
  { tenant_id, site_id, device_id, type }: ClaimPlace,
  dedupKey: string,
  scope: DedupScope = 'site',
): ItemKey {
  const hash = sha256(dedupKey) + (hasOwnClaims(type) ? `~${type}` : '');
  if (scope === 'device' && device_id) return deviceAlertKey(tenant_id, site_id, device_id, hash);
  return openAlertKey(tenant_id, site_id, hash);
}

export type Claimant = Pick<StoredAlert, 'entity' | 'dedupScope'>;

/** The keys of all claims of a dedup key of a site. */
export function siteClaimKeys(tenantId: string, siteId: string, dedupKey: string): ItemKey[] {
  const place = { tenant_id: tenantId, site_id: siteId };
  return ['', ...TYPES_WITH_OWN_CLAIMS].map((type) => dedupClaimKey({ ...place, type }, dedupKey));
}

/** The key of an alert's claim; `undefined` without a dedup key. The only place that derives it from an alert. */
export function claimKeyOf({ entity, dedupScope }: Claimant): ItemKey | undefined {
  return entity.dedup_key === null ? undefined : dedupClaimKey(entity, entity.dedup_key, dedupScope);
}

/** Reads the claim of an alert; `undefined` if another alert has it. */
export async function findOpenAlert(table: Table, claimant: Claimant): Promise<OpenAlert | undefined> {
  const { entity: alert } = claimant;
  const key = isSettled(alert) ? undefined : claimKeyOf(claimant);
  const item = key && (await getItem(table, key));
  const open = item && readOpenAlert(item);
  return open?.alertId === alert.id ? open : undefined;
}

/** Whether an alert has no claim any more. The trouble of a test alert may last. */
export function isSettled({ status, test_id }: Alert): boolean {
  return status === 'resolved' && test_id === undefined;
}

/** Adds the occurrences of its claim to an alert. */
export function withOccurrences(alert: Alert, open: Pick<OpenAlert, 'count' | 'lastAt'> | undefined): Alert {
  return open ? { ...alert, occurrences: open.count, last_occurred_at: open.lastAt } : alert;
}

/**
 * Claims the dedup key of a new or reopened alert, unless another alert has it. `abandoned` is a resolved or deleted alert
 * that left its claim behind, as in a restored backup: it is not consistent across items (AWS, "Backing up and restoring
 * DynamoDB tables with DynamoDB: How it works"). It must still not be open.
 */
export function claimDedupKey(
  table: Table,
  claimant: Claimant,
  by: RecordedActor,
  abandoned: string | undefined,
): GuardedWrite[] {
  const item = claimItem(claimant, by);
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
 * Claims the dedup key of a new alert that surfaces the trouble of a test. Refused if the claim has changed since it was
 * read.
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
function claimItem(claimant: Claimant, by: RecordedActor) {
  const key = claimKeyOf(claimant);
  const { id, severity, occurrences: count, last_occurred_at, test_id } = claimant.entity;
  return (
    key && {
      ...key,
      alert_id: id,
      severity,
      count,
      last_at: last_occurred_at,
      last_by: by,
      ...(test_id === undefined ? {} : { test_id }),
    }
  );
}

/** The claim belongs to the same alert, and nothing was counted since it was read. */
const isUnchanged = (open: OpenAlert): Expression =>
  expression`#alert_id = ${open.alertId} AND #count = ${open.count}`;

/**
 * Sets a claim to what the alert contains after the same transaction, so that nothing is left to carry over. Refused if
 * anything was counted since the claim was read.
 */
export function carryToAlert(table: Table, { key, open }: Claim, carried: OpenAlert): GuardedWrite {
  const { count, lastAt, lastBy, severity } = carried;
  const update = expression`SET #count = ${count}, #last_at = ${lastAt}, #last_by = ${lastBy}, #severity = ${severity} REMOVE #timer, #due, #texts, #warnings`;
  return updateItem(table, key, { update, condition: isUnchanged(open) }, 'stale');
}

/** Deletes a claim. Refused if anything was counted since it was read. */
export function deleteClaim(table: Table, { key, open }: Claim): GuardedWrite {
  return deleteIf(table, key, isUnchanged(open), 'stale');
}

/**
 * Releases the dedup key of an alert. Refused if anything was counted since its claim was read, or if it had no claim then
 * and has one now.
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
