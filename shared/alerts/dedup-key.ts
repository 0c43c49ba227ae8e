import * as z from 'zod/mini';
import { type RecordedActor, recordedActorSchema } from '../actor.ts';
import { sha256 } from '../sha256.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { DUE_ATTRIBUTE, TIMER_INDEX } from '../table/definition.ts';
import { getItem } from '../table/get-item.ts';
import { deviceAlertKey, type ItemKey, openAlertKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import {
  ALERTS,
  type Alert,
  type AlertSeverity,
  alertSeverityField,
  type DedupScope,
  type StoredAlert,
} from './alert.ts';

/**
 * The claim of a dedup key: the one open alert of a site that has it, and how often it was reported. It is there while
 * the alert is open. Reports are counted here and not in the alert, which stands in many indexes. Keys that are bound to
 * a device claim in the device's own namespace.
 */
export interface OpenAlert {
  readonly alertId: string;
  readonly severity: AlertSeverity;
  readonly count: number;
  readonly lastAt: string;
  /** Who reported it last. */
  readonly lastBy: RecordedActor;
}

/** A claim as it was read, and where. */
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
});

type Item = Readonly<Record<string, unknown>>;

export function readOpenAlert(item: Item): OpenAlert {
  const { alert_id, severity, count, last_at, last_by } = openAlertSchema.parse(item);
  return { alertId: alert_id, severity, count, lastAt: last_at, lastBy: last_by };
}

interface ClaimPlace {
  readonly tenant_id: string;
  readonly site_id: string;
  readonly device_id?: string | null | undefined;
}

/** Where the claim of a dedup key stands. */
export function dedupClaimKey(
  { tenant_id, site_id, device_id }: ClaimPlace,
  dedupKey: string,
  scope: DedupScope = 'site',
): ItemKey {
  const hash = sha256(dedupKey);
  if (scope === 'device' && device_id) return deviceAlertKey(tenant_id, site_id, device_id, hash);
  return openAlertKey(tenant_id, site_id, hash);
}

/** An alert, and whose dedup key it has. */
export type Claimant = Pick<StoredAlert, 'entity' | 'dedupScope'>;

/** The key of an alert's claim; none where the alert has no dedup key. The only place that derives it from an alert. */
export function claimKeyOf({ entity, dedupScope }: Claimant): ItemKey | undefined {
  return entity.dedup_key === null ? undefined : dedupClaimKey(entity, entity.dedup_key, dedupScope);
}

/** What is claimed for an alert, if the claim is its own. */
export async function findOpenAlert(table: Table, claimant: Claimant): Promise<OpenAlert | undefined> {
  const { entity: alert } = claimant;
  const key = alert.status === 'resolved' ? undefined : claimKeyOf(claimant);
  const item = key && (await getItem(table, key));
  const open = item && readOpenAlert(item);
  return open?.alertId === alert.id ? open : undefined;
}

/** An alert with what was counted beside it. */
export function withOccurrences(alert: Alert, open: Pick<OpenAlert, 'count' | 'lastAt'> | undefined): Alert {
  return open ? { ...alert, occurrences: open.count, last_occurred_at: open.lastAt } : alert;
}

/**
 * Claims the dedup key of an alert that is new or reopened, unless another one has it. `abandoned` is an alert that is not open
 * any more and left its claim behind, as one that a release resolved that does not know this claim: before 0.7.0 any, before
 * 0.10.0 one in the namespace of a device. It must still not be open.
 */
export function claimDedupKey(
  table: Table,
  claimant: Claimant,
  by: RecordedActor,
  abandoned: string | undefined,
): GuardedWrite[] {
  const key = claimKeyOf(claimant);
  if (!key) return [];
  const { id, tenant_id, severity, occurrences: count, last_occurred_at } = claimant.entity;
  const item = { ...key, alert_id: id, severity, count, last_at: last_occurred_at, last_by: by };
  const write = {
    Put: {
      TableName: table.name,
      Item: item,
      ConditionExpression: abandoned ? `${ABSENT} OR #alert_id = :abandoned` : ABSENT,
      ...(abandoned
        ? {
            ExpressionAttributeNames: { '#alert_id': 'alert_id' },
            ExpressionAttributeValues: { ':abandoned': abandoned },
          }
        : {}),
    },
  };
  const isOther = abandoned !== undefined && abandoned !== id;
  return [
    { write, refused: 'stale' },
    ...(isOther ? [requireOver(table, ALERTS.key(tenant_id, abandoned))] : []),
  ];
}

/** Holds only while an alert is not open. */
function requireOver(table: Table, { pk, sk }: ItemKey): GuardedWrite {
  const write = {
    ConditionCheck: {
      TableName: table.name,
      Key: { pk, sk },
      ConditionExpression: `${ABSENT} OR #data.#status = :resolved`,
      ExpressionAttributeNames: { '#data': 'data', '#status': 'status' },
      ExpressionAttributeValues: { ':resolved': 'resolved' },
    },
  };
  return { write, refused: 'stale' };
}

/**
 * Makes a claim say what the alert says from now on, written in the same transaction: nothing was counted since the claim
 * was read, and nothing is left to carry over.
 */
export function carryToAlert(table: Table, { key, open }: Claim, carried: OpenAlert): GuardedWrite {
  const { count, lastAt, lastBy, severity } = carried;
  const write = {
    Update: {
      TableName: table.name,
      Key: key,
      UpdateExpression:
        'SET #count = :carried, #last_at = :last_at, #last_by = :last_by, #severity = :severity REMOVE #timer, #due',
      ConditionExpression: '#alert_id = :alert_id AND #count = :count',
      ExpressionAttributeNames: {
        '#alert_id': 'alert_id',
        '#count': 'count',
        '#last_at': 'last_at',
        '#last_by': 'last_by',
        '#severity': 'severity',
        '#timer': TIMER_INDEX,
        '#due': DUE_ATTRIBUTE,
      },
      ExpressionAttributeValues: {
        ':alert_id': open.alertId,
        ':count': open.count,
        ':carried': count,
        ':last_at': lastAt,
        ':last_by': lastBy,
        ':severity': severity,
      },
    },
  };
  return { write, refused: 'stale' };
}

/** Gives the dedup key of an alert free, where nothing was counted since its claim was read; without a claim, if there is still none. */
export function releaseDedupKey(
  table: Table,
  claimant: Claimant,
  open: OpenAlert | undefined,
): GuardedWrite[] {
  const key = claimKeyOf(claimant);
  if (!key) return [];
  const isAsRead = open ? '#alert_id = :alert_id AND #count = :count' : `${ABSENT} OR #alert_id <> :alert_id`;
  const names = { '#alert_id': 'alert_id', ...(open ? { '#count': 'count' } : {}) };
  const values = { ':alert_id': claimant.entity.id, ...(open ? { ':count': open.count } : {}) };
  const condition = {
    TableName: table.name,
    Key: key,
    ConditionExpression: isAsRead,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
  };
  return [{ write: open ? { Delete: condition } : { ConditionCheck: condition }, refused: 'stale' }];
}

const ABSENT = 'attribute_not_exists(pk)';
