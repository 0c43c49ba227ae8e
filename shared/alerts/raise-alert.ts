import { choosePlan, type PinnedPlan } from '../action-plans/choose-plan.ts';
import { readDirectory } from '../action-plans/plan-directory.ts';
import { DEVICES } from '../devices/device.ts';
import { readTenantEscalation } from '../escalation.ts';
import { wrongReferences } from '../references.ts';
import { readListedTests } from '../sites/listed-test.ts';
import { batchGet } from '../table/batch-get.ts';
import { commit, type GuardedWrite, keyOfWrite } from '../table/commit.ts';
import { untilSettled } from '../table/decide.ts';
import { planDirectoryKey, tenantKey } from '../table/keys.ts';
import { acceptsChildren } from '../table/parents.ts';
import type { Table } from '../table/table.ts';
import { isConflict } from '../table/transaction.ts';
import { deleteAny, putEntity, requireItem } from '../table/writes.ts';
import { findTest, type TestedAlert } from '../tests/match-test.ts';
import { recordTrouble } from '../tests/trouble.ts';
import type { ActionContext } from './action-context.ts';
import { addOccurrence } from './add-occurrence.ts';
import { ALERTS, type Alert, type DedupScope, newAlertItem, retentionTimer } from './alert.ts';
import type { AlertInput } from './alert-input.ts';
import { closeTrouble } from './close-trouble.ts';
import { type Claim, claimDedupKey, claimKeyOf, dedupClaimKey, takeOverClaim } from './dedup-key.ts';
import { type PendingSteps, stepsFrom } from './escalation-steps.ts';
import { ifRaisedBy, readClaim } from './find-dedup-claims.ts';
import { recordEvent } from './history.ts';
import { newAlert } from './new-alert.ts';
import { type Origin, originKeys, readOrigin, repairPlace } from './origin.ts';
import type { KeepEvent, RaiseContext, RaiseResult, ReplayResult } from './raise-context.ts';
import { readAlert } from './read-alert.ts';
import { EVENT_ID_REUSED, keepEvent, keysOfEvent, type ReportedEvent, recall } from './reported-event.ts';
import { keysOfPlace, ruleOnRunaway, runawayPlaceOf } from './runaway.ts';
import { onTest, recordTestAlert } from './test-alert.ts';
import type { Warning } from './warning.ts';

/** A report, with the sent text of a time that does not count. */
type RaisedInput = AlertInput & { readonly reported_at?: string | undefined };

/** The maximum number of conflicts. With the pauses between them, they take up to 7 seconds. */
const MOST_CONFLICTS = 8;

/**
 * Raises an alert, or counts an occurrence of the open alert with its dedup key: exactly one of the two, also in concurrent
 * requests. Site, zone and device must exist in the tenant and belong together at that time; the alert outlives them. Leaves
 * no alert in a tenant that is deleted meanwhile.
 */
export async function raiseAlert(
  table: Table,
  input: RaisedInput,
  raising: Omit<RaiseContext, 'once'>,
): Promise<RaiseResult> {
  const result = await raiseOnce(table, input, raising);
  if ('alert' in result) return result;
  throw new Error('An event without an id was replayed');
}

/** Like `raiseAlert`, but a repeated event with the same id has no further effect. */
export function raiseOnce(
  table: Table,
  sent: RaisedInput,
  given: RaiseContext,
): Promise<RaiseResult | ReplayResult> {
  const { tenantId, now, dedupScope = 'site' } = given;
  const writeId = table.newWriteId();
  let input = sent;
  let warnings = given.warnings ?? [];
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
    const runawayPlace = runawayPlaceOf(input, given);
    const keys = originKeys(tenantId, input);
    const eventKeys = given.once && keysOfEvent(given.once);
    const [site, zone, device, claimed, formerClaimed, event, ownEvent, tenant, plans, ...runaway] =
      await batchGet(table, [
        ...keys,
        claimKey ?? keys[0],
        formerClaimKey ?? keys[0],
        ...(eventKeys ?? [keys[0], keys[0]]),
        tenantKey(tenantId),
        planDirectoryKey(tenantId),
        ...(runawayPlace && given.mayRunAway ? keysOfPlace(runawayPlace) : []),
      ]);
    const known = given.once && recall(given.once, [event, ownEvent], now);
    const once = known?.once;
    const raising = withWarnings(given, [...warnings, ...(known?.isReused ? [EVENT_ID_REUSED] : [])]);
    if (known?.before) {
      const replayed = { ...(await replay(table, tenantId, known.before)), warnings: raising.warnings };
      const isOwn = known.before.writeId === writeId && replayed.replayed;
      return isOwn ? raised(replayed.status, isOwn, raising) : { result: replayed };
    }
    const siteOfDevice = raising.followsDevice && device ? DEVICES.entityOf(device).site_id : input.site_id;
    if (siteOfDevice !== input.site_id) {
      input = { ...input, site_id: siteOfDevice };
      return undefined;
    }
    const repaired = raising.repairs ? repairPlace(input, { site, zone, device }) : undefined;
    if (repaired) {
      input = { ...input, ...repaired.place };
      warnings = [...warnings, ...repaired.warnings];
      return undefined;
    }
    const origin = readOrigin(input, { site, zone, device });
    raising.onValid?.();
    const escalation = origin.site.escalation ?? readTenantEscalation(tenant);
    const keep: KeepEvent = (outcome) => (once ? [keepEvent(table, once, outcome, { writeId, now })] : []);
    const isAbandoned = ({ key, open }: Claim) => abandoned.get(key.sk) === open.alertId;
    const own =
      readClaim(claimKey, claimed) ??
      (await ifRaisedBy(table, raising.actor, readClaim(formerClaimKey, formerClaimed)));
    const test = findTest(readListedTests(site), testedAlert(origin, input, raising), now);
    const surfacing = !test && own?.open.testId !== undefined ? own : undefined;
    // A report that surfaces the trouble of a test always raises its own alert.
    const isCounted = !test && !surfacing && (!own || isAbandoned(own));
    const reported = { input, device: origin.device, now, items: runaway };
    const ruling = isCounted ? await ruleOnRunaway(table, runawayPlace, reported) : undefined;
    const subject = ruling?.runaway ?? { input, claim: own, dedupScope, actor: raising.actor };
    const { claim } = subject;
    const writing = withWrites(raising, ruling?.writes);
    const closed = claim && isAbandoned(claim) ? claim.open.alertId : undefined;
    if (!claim || surfacing || closed) {
      const by = { ...writing, actor: subject.actor };
      const created = newAlert(raising.newId(raising.at), origin, subject.input, by);
      const alert = test ? onTest(created, test.id) : created;
      const begin = {
        pending: stepsFrom(alert, escalation, alert.created_at),
        abandoned: closed,
        dedupScope: subject.dedupScope,
        plan: test ? undefined : choosePlan(readDirectory(plans), alert),
        surfacing,
      };
      abandoned.clear(); // may be out of date in the next attempt
      const creating = unlessInConflict(createAlert(table, alert, by, keep, begin));
      const [isCreated] = await Promise.all([creating, ruling?.writeSeparately()]);
      return isCreated ? raised(201, alert, raising) : undefined;
    }
    const reoccurred = { ...subject.input, escalation };
    const counted = unlessInConflict(addOccurrence(table, claim, reoccurred, writing, keep));
    const [occurrence] = await Promise.all([counted, ruling?.writeSeparately()]);
    if (occurrence === 'abandoned') abandoned.set(claim.key.sk, claim.open.alertId);
    return typeof occurrence === 'object' ? raised(200, occurrence, raising) : undefined;
  });
}

/** Adds further writes to the transaction of a report. Without any, a plain occurrence needs no transaction. */
function withWrites(raising: RaiseContext, writes: readonly GuardedWrite[] = []): RaiseContext {
  if (writes.length === 0) return raising;
  return { ...raising, alongside: (it) => [...writes, ...(raising.alongside?.(it) ?? [])] };
}

/** Adds the warnings to the history entries and to what is remembered. */
function withWarnings(raising: RaiseContext, warnings: readonly Warning[]): RaiseContext {
  const { alongside } = raising;
  return { ...raising, warnings, alongside: alongside && ((it) => alongside({ ...it, warnings })) };
}

function raised(
  status: 200 | 201,
  alert: Alert,
  { warnings }: Pick<RaiseContext, 'warnings'>,
): { result: RaiseResult } {
  return { result: { status, alert, warnings } };
}

/** The recorded result of a repeated event, with its current alert. */
export async function replay(
  table: Table,
  tenantId: string,
  { status, alertId }: ReportedEvent,
): Promise<ReplayResult> {
  return { status, replayed: alertId === undefined ? undefined : await readAlert(table, tenantId, alertId) };
}

/** The facts that decide whether an alert is on test. If no zone is named, the zone of the device counts. */
export function testedAlert(
  { zone, device }: Origin,
  { type }: Pick<AlertInput, 'type'>,
  { actor }: Pick<ActionContext, 'actor'>,
): TestedAlert {
  const zoneId = zone?.id ?? device?.zone_id ?? undefined;
  return { type, zoneId, deviceId: device?.id, raisedBy: actor.kind };
}

/** The state of a new alert apart from its fields. */
interface Beginning {
  readonly pending: PendingSteps;
  /** The closed alert that still has the claim of its dedup key. */
  readonly abandoned?: string | undefined;
  readonly dedupScope?: DedupScope;
  /** Its action plan; `undefined` for an alert without one. */
  readonly plan: PinnedPlan | undefined;
  /** The claim of a test with the trouble that the alert surfaces. */
  readonly surfacing?: Claim | undefined;
  /** The note of its first history entry. */
  readonly note?: string;
}

/** The writes of a new alert, for one transaction. On test, it is recorded with its trouble. */
export function creationWrites(
  table: Table,
  alert: Alert,
  context: ActionContext,
  { pending, abandoned, dedupScope = 'site', plan, surfacing, note }: Beginning,
): GuardedWrite[] {
  const claimant = { entity: alert, dedupScope };
  const { id, tenant_id, test_id: testId } = alert;
  const subject = claimKeyOf(claimant);
  const isTrouble = testId !== undefined && subject !== undefined;
  const timer = testId === undefined ? pending : retentionTimer(alert);
  return [
    putEntity(table, newAlertItem(alert, timer, dedupScope, plan)),
    ...(testId === undefined
      ? [recordEvent(table, alert, 'raised', context, note)]
      : recordTestAlert(table, alert, context)),
    ...(surfacing
      ? takeOverClaim(table, claimant, context.actor, surfacing)
      : claimDedupKey(table, claimant, context.actor, abandoned)),
    ...(isTrouble ? recordTrouble(table, tenant_id, { testId, subject, alertId: id }) : []),
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
  const { surfacing } = begin;
  const { testId } = surfacing?.open ?? {};
  const closed =
    surfacing && testId !== undefined
      ? await closeTrouble(table, surfacing, testId, {
          ...raising,
          warnings: undefined,
          writeId: table.newWriteId(),
        })
      : undefined;
  const former = closed?.alert;
  const isRequired = former && closed.isUnchanged;
  const writes = [
    ...creationWrites(table, alert, raising, begin),
    ...(closed?.writes ?? []),
    ...(isRequired ? [requireItem(table, ALERTS.key(former.tenant_id, former.id), 'stale')] : []),
    ...keep({ status: 201, alertId: alert.id }),
    ...(raising.alongside?.({ status: 201, alert }) ?? []),
  ];
  if ((await commit(table, writes)) === 'stale') return false;
  // The tenant has had an alert since the test, so it cannot have been deleted.
  if (former) return true;
  // The tenant may be deleted since the site was read. If that cannot be read, an extra alert is better than an error for an
  // alert that exists.
  if (await acceptsChildren(table, alert.tenant_id).catch(() => true)) return true;
  await commit(
    table,
    writes.map((it) => deleteAny(table, keyOfWrite(it))),
  );
  throw wrongReferences('site_id');
}
