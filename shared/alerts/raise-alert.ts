import { DEVICES } from '../devices/device.ts';
import { ApiError } from '../errors.ts';
import { readTenantEscalation } from '../escalation.ts';
import { wrongReferences } from '../references.ts';
import { batchGet } from '../table/batch-get.ts';
import { commit, type GuardedWrite, keyOfWrite } from '../table/commit.ts';
import { untilSettled } from '../table/decide.ts';
import { tenantKey } from '../table/keys.ts';
import { acceptsChildren } from '../table/parents.ts';
import type { Table } from '../table/table.ts';
import { isConflict } from '../table/transaction.ts';
import { deleteAny, putEntity } from '../table/writes.ts';
import type { ActionContext } from './action-context.ts';
import { addOccurrence } from './add-occurrence.ts';
import { type Alert, type DedupScope, newAlertItem } from './alert.ts';
import type { AlertInput } from './alert-input.ts';
import { type Claim, claimDedupKey, dedupClaimKey } from './dedup-key.ts';
import { type PendingSteps, stepsFrom } from './escalation-steps.ts';
import { ifRaisedBy, readClaim } from './find-dedup-claims.ts';
import { recordEvent } from './history.ts';
import { newAlert } from './new-alert.ts';
import { originKeys, readOrigin } from './origin.ts';
import type { KeepEvent, RaiseContext, RaiseResult, ReplayResult } from './raise-context.ts';
import { readAlert } from './read-alert.ts';
import {
  type EventIdentity,
  isRepetition,
  keepEvent,
  type ReportedEvent,
  readReportedEvent,
} from './reported-event.ts';
import { keysOfPlace, ruleOnRunaway, runawayPlaceOf } from './runaway.ts';

/** With the pauses between them, these take up to 7 seconds. */
const MOST_CONFLICTS = 8;

/**
 * Raises an alert, or counts an occurrence of the open alert with its dedup key: exactly one of the two, also in concurrent
 * requests. Site, zone and device must exist in the tenant and belong together at that time; the alert outlives them. Leaves
 * no alert in a tenant that is deleted meanwhile.
 */
export async function raiseAlert(
  table: Table,
  input: AlertInput,
  raising: Omit<RaiseContext, 'once'>,
): Promise<RaiseResult> {
  const result = await raiseOnce(table, input, raising);
  if ('alert' in result) return result;
  throw new Error('An event without an id was replayed');
}

/** The same for an event with an id. Repeating it has no effect. */
export function raiseOnce(
  table: Table,
  sent: AlertInput,
  raising: RaiseContext,
): Promise<RaiseResult | ReplayResult> {
  const { tenantId, now, once, dedupScope = 'site' } = raising;
  const writeId = table.newWriteId();
  let input = sent;
  const abandoned = new Map<string, string>();
  let conflicts = 0;
  /** Concurrent reports of one device write the same items, so conflicts may persist. They are a reason to decide again. */
  const unlessInConflict = async <R>(writing: Promise<R>): Promise<R | undefined> =>
    writing.catch((error: unknown) => {
      conflicts += 1;
      if (conflicts > MOST_CONFLICTS || !isConflict(error)) throw error;
      return undefined;
    });
  return untilSettled<RaiseResult | ReplayResult>(table, async () => {
    const { dedup_key } = input;
    const claimKeyIn = (scope: DedupScope) =>
      dedup_key === undefined
        ? undefined
        : dedupClaimKey({ ...input, tenant_id: tenantId }, dedup_key, scope);
    const claimKey = claimKeyIn(dedupScope);
    const formerClaimKey = dedupScope === 'device' ? claimKeyIn('site') : undefined;
    const runawayPlace = runawayPlaceOf(input, raising);
    const keys = originKeys(tenantId, input);
    const [site, zone, device, claimed, formerClaimed, event, tenant, ...runaway] = await batchGet(table, [
      ...keys,
      claimKey ?? keys[0],
      formerClaimKey ?? keys[0],
      once?.key ?? keys[0],
      tenantKey(tenantId),
      ...(runawayPlace && raising.mayRunAway ? keysOfPlace(runawayPlace) : []),
    ]);
    const before = once && readReportedEvent(event, now);
    if (before) {
      const replayed = await replay(table, tenantId, once, before);
      const isOwn = before.writeId === writeId && replayed.replayed;
      return isOwn ? raised(replayed.status, isOwn) : { result: replayed };
    }
    const siteOfDevice = raising.followsDevice && device ? DEVICES.entityOf(device).site_id : input.site_id;
    if (siteOfDevice !== input.site_id) {
      input = { ...input, site_id: siteOfDevice };
      return undefined;
    }
    const origin = readOrigin(input, { site, zone, device });
    const escalation = origin.site.escalation ?? readTenantEscalation(tenant);
    const keep: KeepEvent = (outcome) => (once ? [keepEvent(table, once, outcome, { writeId, now })] : []);
    const isAbandoned = ({ key, open }: Claim) => abandoned.get(key.sk) === open.alertId;
    const own =
      readClaim(claimKey, claimed) ??
      (await ifRaisedBy(table, raising.actor, readClaim(formerClaimKey, formerClaimed)));
    const isNew = !own || isAbandoned(own);
    const reported = { input, device: origin.device, now, items: runaway };
    const ruling = isNew ? await ruleOnRunaway(table, runawayPlace, reported) : undefined;
    const subject = ruling?.runaway ?? { input, claim: own, dedupScope, actor: raising.actor };
    const { claim } = subject;
    const writing = withWrites(raising, ruling?.writes);
    const closed = claim && isAbandoned(claim) ? claim.open.alertId : undefined;
    if (!claim || closed) {
      const by = { ...writing, actor: subject.actor };
      const alert = newAlert(raising.newId(raising.at), origin, subject.input, by);
      const pending = stepsFrom(alert, escalation, alert.created_at);
      const begin = { pending, abandoned: closed, dedupScope: subject.dedupScope };
      abandoned.clear(); // may be out of date in the next attempt
      const created = unlessInConflict(createAlert(table, alert, by, keep, begin));
      const [isCreated] = await Promise.all([created, ruling?.beside()]);
      return isCreated ? raised(201, alert) : undefined;
    }
    const reoccurred = { ...subject.input, escalation };
    const counted = unlessInConflict(addOccurrence(table, claim, reoccurred, writing, keep));
    const [occurrence] = await Promise.all([counted, ruling?.beside()]);
    if (occurrence === 'abandoned') abandoned.set(claim.key.sk, claim.open.alertId);
    return typeof occurrence === 'object' ? raised(200, occurrence) : undefined;
  });
}

/** The same with further writes of its transaction. Without any, a plain occurrence needs no transaction. */
function withWrites(raising: RaiseContext, writes: readonly GuardedWrite[] = []): RaiseContext {
  if (writes.length === 0) return raising;
  return { ...raising, alongside: (it) => [...writes, ...(raising.alongside?.(it) ?? [])] };
}

function raised(status: 200 | 201, alert: Alert): { result: RaiseResult } {
  return { result: { status, alert } };
}

/** The recorded result of a repeated event, with its current alert. */
export async function replay(
  table: Table,
  tenantId: string,
  once: EventIdentity,
  before: ReportedEvent,
): Promise<ReplayResult> {
  const { status, alertId } = before;
  if (!isRepetition(once, before)) throw new ApiError('event_id_reused');
  return { status, replayed: alertId === undefined ? undefined : await readAlert(table, tenantId, alertId) };
}

/** The state of a new alert beside its fields. */
interface Beginning {
  readonly pending: PendingSteps;
  /** The closed alert that still has the claim of its dedup key. */
  readonly abandoned?: string | undefined;
  readonly dedupScope?: DedupScope;
}

/** The writes of a new alert, for one transaction. */
export function creationWrites(
  table: Table,
  alert: Alert,
  context: ActionContext,
  { pending, abandoned, dedupScope = 'site' }: Beginning,
): GuardedWrite[] {
  return [
    putEntity(table, newAlertItem(alert, pending, dedupScope)),
    recordEvent(table, alert, 'raised', context, undefined),
    ...claimDedupKey(table, { entity: alert, dedupScope }, context.actor, abandoned),
  ];
}

/** Returns false if the basis of the decision has changed. */
async function createAlert(
  table: Table,
  alert: Alert,
  raising: RaiseContext,
  keep: KeepEvent,
  begin: Beginning,
): Promise<boolean> {
  const writes = [
    ...creationWrites(table, alert, raising, begin),
    ...keep({ status: 201, alertId: alert.id }),
    ...(raising.alongside?.({ status: 201, alert }) ?? []),
  ];
  if ((await commit(table, writes)) === 'stale') return false;
  // The tenant may be deleted since the site was read. If that cannot be read, an extra alert is better than an error for an
  // alert that exists.
  if (await acceptsChildren(table, alert.tenant_id).catch(() => true)) return true;
  await commit(
    table,
    writes.map((it) => deleteAny(table, keyOfWrite(it))),
  );
  throw wrongReferences('site_id');
}
