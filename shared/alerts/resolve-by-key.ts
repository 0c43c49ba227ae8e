import { commit, type GuardedWrite } from '../table/commit.ts';
import { untilSettled } from '../table/decide-and-write.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { includesWrite } from '../table/version.ts';
import { actOnAlert, decideAction, decideRestore, restoreAlert } from './act-on-alert.ts';
import type { AlertActionContext } from './action-context.ts';
import type { Alert } from './alert.ts';
import { findRequiredSteps } from './alert-plan.ts';
import { type ClosedTrouble, closeTrouble } from './close-trouble.ts';
import { type Claim, deleteClaim, siteClaimKeys } from './dedup-key.ts';
import { findAlert, findDeviceClaims, readClaim, worstFirst } from './find-alert.ts';
import {
  EVENT_ID_REUSED,
  type EventIdentity,
  keepEvent,
  keysOfEvent,
  type ReplayResult,
  recall,
  replay,
} from './reported-event.ts';
import type { Warning } from './warning.ts';

export interface ResolvingByKey extends AlertActionContext {
  readonly tenantId: string;
  readonly siteId: string;
  readonly dedupKey: string;
  readonly now: Date;
  readonly once: EventIdentity | undefined;
  /** The device of a device-bound key, which resolves only alerts with its own dedup keys. */
  readonly ownDeviceId: string | undefined;
  /**
   * `restore`: the cause of the alerts is over, which their history and the desk show. The alerts remain open, because a
   * person resolves them. By default they are resolved.
   */
  readonly ending?: 'resolve' | 'restore' | undefined;
}

export interface ResolvedByKey {
  /** The alert with the highest severity at the site; `undefined` if no open alert has this dedup key. */
  readonly alert: Alert | undefined;
  /** The alerts that this call resolved. */
  readonly resolved: readonly Alert[];
  readonly warnings: readonly Warning[];
}

/**
 * Resolves or restores the open alerts of a site with a dedup key: at most one ordinary alert, one panic and one fire alert, of each user that the key leaves open.
 * Or it ends the trouble of a test with that key. For a device-bound key it also covers the alerts that the device left open
 * at other sites. A repeated event has no effect.
 */
export function resolveByKey(table: Table, given: ResolvingByKey): Promise<ResolvedByKey | ReplayResult> {
  const { tenantId, now } = given;
  const writeId = table.newWriteId();
  const resolvedElsewhere: Alert[] = [];
  let decided: ResolvedByKey | undefined;
  return untilSettled<ResolvedByKey | ReplayResult>(table, async () => {
    const { claims, event } = await readClaims(table, given);
    const known = given.once && recall(given.once, event, now);
    const { once, before, isReused } = known ?? {};
    const warnings = [...(given.warnings ?? []), ...(isReused ? [EVENT_ID_REUSED] : [])];
    const resolving = { ...given, warnings };
    if (before && decided && before.writeId === writeId) return { result: decided };
    if (before) return { result: { ...(await replay(table, tenantId, before)), warnings } };
    if (decided?.alert && (await holdsWriteOf(table, decided.alert, writeId))) return { result: decided };
    const [claim, ...others] = claims;
    for (const other of others) {
      if (other.open.testId !== undefined) {
        const { writes } = await endTrouble(table, other, other.open.testId, { ...resolving, writeId });
        if ((await commit(table, writes)) === 'stale') return undefined;
        continue;
      }
      const stored = await findAlert(table, tenantId, other.open.alertId);
      if (stored && given.ending === 'restore') {
        await restoreAlert(table, stored, resolving);
        continue;
      }
      const result = stored && (await actOnAlert(table, stored, 'resolve', resolving));
      if (result?.outcome === 'changed') resolvedElsewhere.push(result.alert);
    }
    const keep = (alertId: string | undefined): GuardedWrite[] =>
      once ? keepEvent(table, once, { status: 200, alertId }, { writeId, now }) : [];
    const testId = claim?.open.testId;
    if (claim && testId !== undefined) {
      const { alert, writes } = await endTrouble(table, claim, testId, { ...resolving, writeId });
      decided = { alert, resolved: resolvedElsewhere, warnings };
      const ended = await commit(table, [...writes, ...keep(alert?.id)]);
      return ended === 'written' ? { result: decided } : undefined;
    }
    const stored = claim && (await findAlert(table, tenantId, claim.open.alertId));
    if (given.ending === 'restore') {
      const decision = stored && decideRestore(table, stored, resolving, writeId);
      const alert = decision?.result;
      decided = { alert, resolved: [], warnings };
      const written = await commit(table, [...(decision?.writes ?? []), ...keep(alert?.id)]);
      return written === 'written' ? { result: decided } : undefined;
    }
    const required = stored && (await findRequiredSteps(table, stored, resolving));
    const decision =
      stored && decideAction(table, stored, 'resolve', resolving, { open: claim.open, required, writeId });
    // Another request may have resolved the alert since its claim was read.
    const alert = decision?.result.outcome === 'changed' ? decision.result.alert : undefined;
    const resolved = [...resolvedElsewhere, ...(alert ? [alert] : [])];
    decided = { alert, resolved, warnings };
    const written = await commit(table, [...(decision?.writes ?? []), ...keep(alert?.id)]);
    return written === 'written' ? { result: decided } : undefined;
  });
}

/** Closes the trouble of a test with a note, and releases its dedup key. */
async function endTrouble(
  table: Table,
  claim: Claim,
  testId: string,
  { note = 'The end was reported.', ...context }: ResolvingByKey & { readonly writeId: string },
): Promise<Omit<ClosedTrouble, 'isUnchanged'>> {
  const { alert, writes } = await closeTrouble(table, claim, testId, { ...context, note });
  return { alert, writes: [...writes, deleteClaim(table, claim)] };
}

/** Reads the claims of the dedup key, those at the site first, and the recorded result of the event. */
async function readClaims(
  table: Table,
  { tenantId, siteId, dedupKey, ownDeviceId, once }: ResolvingByKey,
): Promise<{ claims: readonly Claim[]; event: readonly (Record<string, unknown> | undefined)[] }> {
  const eventKeys = once ? keysOfEvent(once) : [];
  if (ownDeviceId !== undefined) {
    const [event, claims] = await Promise.all([
      batchGet(table, eventKeys),
      findDeviceClaims(table, { tenantId, siteId, deviceId: ownDeviceId }, dedupKey),
    ]);
    return { claims, event };
  }
  const keys = siteClaimKeys(tenantId, siteId, dedupKey);
  const items = await batchGet(table, [...keys, ...eventKeys]);
  const claims = keys.flatMap((key, place) => readClaim(key, items[place]) ?? []);
  return { claims: claims.toSorted(worstFirst), event: items.slice(keys.length) };
}

/** Whether an alert contains this write, although its reply was lost. */
async function holdsWriteOf(table: Table, { tenant_id, id }: Alert, writeId: string): Promise<boolean> {
  const stored = await findAlert(table, tenant_id, id);
  return stored !== undefined && includesWrite(stored.version, writeId);
}
