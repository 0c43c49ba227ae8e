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
import { deleteAny, putEntity } from '../table/writes.ts';
import type { ActionContext } from './action-context.ts';
import { addOccurrence } from './add-occurrence.ts';
import { type Alert, type DedupScope, newAlertItem } from './alert.ts';
import type { AlertInput } from './alert-input.ts';
import { claimDedupKey, dedupClaimKey } from './dedup-key.ts';
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

/**
 * Raises an alert, or counts an occurrence of the open alert of the site (where its own keys are meant: of the device at the
 * site) that has its dedup key: of both, exactly one, and at most one open alert for a key, whatever races. Site, zone and device must exist in the tenant and belong together
 * at that time; afterwards the alert outlives them. None is left behind by a tenant that is deleted meanwhile.
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

/** The same of an event that must not happen twice: what was reported before does nothing. */
export function raiseOnce(
  table: Table,
  said: AlertInput,
  raising: RaiseContext,
): Promise<RaiseResult | ReplayResult> {
  const { tenantId, now, once, dedupScope = 'site' } = raising;
  const writeId = table.newWriteId();
  let input = said;
  let abandoned: string | undefined;
  return untilSettled<RaiseResult | ReplayResult>(table, async () => {
    const { dedup_key } = input;
    const claimKeyIn = (scope: DedupScope) =>
      dedup_key === undefined
        ? undefined
        : dedupClaimKey({ ...input, tenant_id: tenantId }, dedup_key, scope);
    const claimKey = claimKeyIn(dedupScope);
    const formerClaimKey = dedupScope === 'device' ? claimKeyIn('site') : undefined;
    const keys = originKeys(tenantId, input);
    const [site, zone, device, claimed, formerClaimed, event, tenant] = await batchGet(table, [
      ...keys,
      claimKey ?? keys[0],
      formerClaimKey ?? keys[0],
      once?.key ?? keys[0],
      tenantKey(tenantId),
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
    const claim =
      readClaim(claimKey, claimed) ??
      (await ifRaisedBy(table, raising.actor, readClaim(formerClaimKey, formerClaimed)));
    if (!claim || claim.open.alertId === abandoned) {
      const alert = newAlert(raising.newId(raising.at), origin, input, raising);
      const pending = stepsFrom(alert, escalation, alert.created_at);
      const begin = { pending, abandoned, dedupScope };
      abandoned = undefined; // what was found of it may be so no more
      return (await createAlert(table, alert, raising, keep, begin)) ? raised(201, alert) : undefined;
    }
    const reported = { ...input, escalation };
    const occurrence = await addOccurrence(table, claim, reported, raising, keep);
    if (occurrence === 'abandoned') abandoned = claim.open.alertId;
    return typeof occurrence === 'object' ? raised(200, occurrence) : undefined;
  });
}

function raised(status: 200 | 201, alert: Alert): { result: RaiseResult } {
  return { result: { status, alert } };
}

/** What an event came to that was reported before, with its alert as it is now. */
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

/** How a new alert begins, beside what it says. */
interface Beginning {
  /** The steps of its escalation. */
  readonly pending: PendingSteps;
  /** The alert that left the claim of its dedup key behind. */
  readonly abandoned?: string | undefined;
  readonly dedupScope?: DedupScope;
}

/** What is written for a new alert, all of it or nothing. */
export function creationWrites(
  table: Table,
  alert: Alert,
  doing: ActionContext,
  { pending, abandoned, dedupScope = 'site' }: Beginning,
): GuardedWrite[] {
  return [
    putEntity(table, newAlertItem(alert, pending, dedupScope)),
    recordEvent(table, alert, 'raised', doing, undefined),
    ...claimDedupKey(table, { entity: alert, dedupScope }, doing.actor, abandoned),
  ];
}

/** Whether it was created: not, where something that this was decided on has changed. */
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
  // The site may have gone since it was read, and its tenant may be going. Where that cannot be read, an alert too many
  // is better than one that is told to have failed.
  if (await acceptsChildren(table, alert.tenant_id).catch(() => true)) return true;
  await commit(
    table,
    writes.map((it) => deleteAny(table, keyOfWrite(it))),
  );
  throw wrongReferences('site_id');
}
