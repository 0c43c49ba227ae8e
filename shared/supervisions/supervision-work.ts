import { actionTime } from '../alerts/action-context.ts';
import { GUARD_ITSELF } from '../base/actor.ts';
import { formatTimestamp } from '../base/time.ts';
import { DEVICES, type Device } from '../devices/device.ts';
import { changeSiteState, readSiteState, type SiteState } from '../openings/site-state.ts';
import { SITES, type StoredSite } from '../sites/site.ts';
import { changeItem, deleteItem } from '../table/change-item.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { type Decision, decideAndWrite } from '../table/decide-and-write.ts';
import type { OwnHeartbeat, TimerRun, TimerWork } from '../table/due-timers.ts';
import { expression, join } from '../table/expression.ts';
import {
  type ItemKey,
  planDirectoryKey,
  siteStateKey,
  supervisionWatchKey,
  tenantIdOf,
  tenantKey,
} from '../table/keys.ts';
import { batchGet, getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { hasVersion } from '../table/version.ts';
import { requireThat, updateItem } from '../table/writes.ts';
import { raiseMissing, type SiteFacts, siteFacts } from './alerts-of.ts';
import { expectationOf } from './expectation.ts';
import { judge, type Reported, type Ruling } from './judge.ts';
import { rulesOf } from './kinds.ts';
import { localTime } from './local-time.ts';
import { hasReported, reportedOf } from './reported.ts';
import {
  readSupervisionWatch,
  type StoredSupervision,
  type StoredWatch,
  SUPERVISIONS,
  type Supervision,
  type SupervisionWatch,
  watchItem,
} from './supervision.ts';

/**
 * Handles the timers of supervisions: judges what is due, and moves the timer to the next deadline. What was expected and did not
 * happen raises one alert. It is only judged if Guard received its own heartbeat after the deadline. If runs are repeated or
 * parallel, nothing happens twice.
 */
export const SUPERVISION_WORK: TimerWork = {
  async run(item, { table, now, randomBytes, ownHeartbeat }) {
    if (!ownHeartbeat) return;
    const key = { pk: String(item['pk']), sk: String(item['sk']) };
    const tenantId = tenantIdOf(key);
    const id = key.sk.slice(supervisionWatchKey(tenantId, '').sk.length);
    const load = () => loadSupervision(table, tenantId, id);
    const context = { ...actionTime(now, randomBytes), actor: GUARD_ITSELF, now };
    const loaded = await load();
    if (!loaded) return;
    await decideAndWrite(table, loaded, load, (current, writeId) =>
      decide(table, current, { ownHeartbeat, writeId, ...context }),
    );
  },
};

interface Loaded {
  readonly key: ItemKey;
  readonly watch: StoredWatch;
  readonly version: StoredWatch['version'];
  readonly supervision: StoredSupervision | undefined;
  readonly site: StoredSite | undefined;
  readonly state: SiteState;
  readonly facts: SiteFacts | undefined;
}

async function loadSupervision(table: Table, tenantId: string, id: string): Promise<Loaded | undefined> {
  const key = supervisionWatchKey(tenantId, id);
  const [item, watchOf, tenant, directory] = await batchGet(table, [
    SUPERVISIONS.key(tenantId, id),
    key,
    tenantKey(tenantId),
    planDirectoryKey(tenantId),
  ]);
  const watch = readSupervisionWatch(watchOf);
  if (!watch) return undefined;
  const supervision = item && SUPERVISIONS.read(item, watchOf);
  const { site_id = '' } = supervision?.entity ?? {};
  const [siteItem, stateItem] = supervision
    ? await batchGet(table, [SITES.key(tenantId, site_id), siteStateKey(tenantId, site_id)])
    : [];
  const site = siteItem && SITES.read(siteItem);
  return {
    key,
    watch,
    version: watch.version,
    supervision,
    site,
    state: readSiteState(stateItem),
    facts: site && siteFacts(site, tenant, directory),
  };
}

type Context = Omit<TimerRun, 'table' | 'log' | 'randomBytes' | 'ownHeartbeat'> & {
  readonly ownHeartbeat: OwnHeartbeat;
  readonly writeId: string;
} & ReturnType<typeof actionTime> & { readonly actor: typeof GUARD_ITSELF };

const NOTHING: Decision<undefined> = { writes: [], result: undefined };

async function decide(table: Table, loaded: Loaded, context: Context): Promise<Decision<undefined>> {
  const { watch: stored, supervision, site, state, facts } = loaded;
  const { watch, version } = stored;
  const { writeId, ownHeartbeat, now } = context;
  // Another run has moved or stopped the timer already.
  if (watch.due === undefined || watch.due > formatTimestamp(now)) return NOTHING;
  if (!supervision || !site || !facts) {
    // In a restored backup, which is not consistent across items, the watch of a deleted supervision may be left.
    return { writes: [deleteItem(table, loaded.key, version)], result: undefined };
  }
  const { entity } = supervision;
  const reported = reportedOf(entity, state);
  const ruling = judge(await expectationOf(table, entity, site.entity), standingOf(watch), reported, {
    checkedAt: ownHeartbeat.checkedAt.getTime(),
    resumedAt: ownHeartbeat.resumedAt.getTime(),
  });
  if (ruling.outcome === 'wait') {
    return { writes: moveTimer(table, entity, stored, ruling.until), result: undefined };
  }
  const isUnknown = rulesOf(entity.kind).needsReports && !hasReported(entity, state);
  const isSilent = isUnknown && watch.told === true;
  const settled = (isTold: boolean) => [
    settle(table, entity, stored, ruling, isTold),
    ...endExtension(table, supervision, context),
  ];
  if (ruling.outcome !== 'missed' || isSilent) return { writes: settled(isSilent), result: undefined };
  const missing = {
    supervision: entity,
    message: messageOf(entity, site, { ruling, reported, isUnknown }),
    occurredAt: formatTimestamp(new Date(ruling.deadline)),
    device: await deviceOf(table, entity),
  };
  const raised = await raiseMissing(table, facts, state, missing, context);
  const place = { tenantId: entity.tenant_id, siteId: entity.site_id };
  const key = siteStateKey(entity.tenant_id, entity.site_id);
  const writes = [
    // A test alert, or none in a tenant that is not active, has told nobody.
    ...settled(isUnknown && raised.isOpen),
    ...raised.writes,
    // Whatever is reported meanwhile changes the state, and this is decided again.
    raised.state === state
      ? requireThat(table, key, hasVersion(state.version), 'stale')
      : changeSiteState(table, place, state, raised.state, writeId),
  ];
  return { writes, result: undefined };
}

const standingOf = ({ judged, since = judged, extended_until }: SupervisionWatch) => ({
  judged: Date.parse(judged),
  since: Date.parse(since),
  extendedUntil: extended_until === undefined ? undefined : Date.parse(extended_until),
});

/** Moves the timer to the next deadline. Refused if another write has changed the watch. */
function moveTimer(
  table: Table,
  supervision: Supervision,
  { watch, version }: StoredWatch,
  until: number,
): GuardedWrite[] {
  const due = formatTimestamp(new Date(until));
  if (due === watch.due) return [];
  const update = expression`SET #due = ${due} ADD #revision ${1}`;
  return [updateItem(table, watchItem(supervision), { update, condition: hasVersion(version) }, 'stale')];
}

/**
 * Records that a deadline was judged, and moves the timer to the next one. It is an update of a small item without a transaction
 * if nothing else is to be written, so that a supervision that holds costs three write units.
 */
function settle(
  table: Table,
  supervision: Supervision,
  { watch, version }: StoredWatch,
  { judged, next }: Exclude<Ruling, { outcome: 'wait' }>,
  isTold: boolean,
): GuardedWrite {
  const [at, due] = [judged, next].map((it) => formatTimestamp(new Date(it)));
  const told = isTold ? expression`, #told = ${true}` : expression``;
  const extended = watch.extended_until === undefined ? [] : [expression`#extended_until`];
  const removed = [...(watch.told === true && !isTold ? [expression`#told`] : []), ...extended];
  const removal = removed.length > 0 ? expression` REMOVE ${join(removed, ', ')}` : expression``;
  const update = expression`SET #judged = ${at}, #due = ${due}${told}${removal} ADD #revision ${1}`;
  return updateItem(table, watchItem(supervision), { update, condition: hasVersion(version) }, 'stale');
}

/** Makes the write that ends the extension of a supervision. */
function endExtension(
  table: Table,
  { entity, version }: StoredSupervision,
  { writeId }: Pick<Context, 'writeId'>,
): GuardedWrite[] {
  if (entity.extension === null) return [];
  const after = { ...entity, extension: null };
  return [changeItem(table, SUPERVISIONS.item(entity), SUPERVISIONS.item(after), { version, writeId })];
}

async function deviceOf(
  table: Table,
  { tenant_id, site_id, device_id }: Supervision,
): Promise<Device | undefined> {
  const item = device_id === null ? undefined : await getItem(table, DEVICES.key(tenant_id, device_id));
  const device = item && DEVICES.entityOf(item);
  return device?.site_id === site_id ? device : undefined;
}

interface Said {
  readonly ruling: Exclude<Ruling, { outcome: 'wait' }>;
  readonly reported: Reported;
  readonly isUnknown: boolean;
}

/** Says what is missing, on the clocks of the site. */
function messageOf(
  { name, kind, partition }: Supervision,
  { entity: { timezone } }: StoredSite,
  { ruling, reported, isUnknown }: Said,
): string {
  const area = partition === null ? '' : `, area ${partition}`;
  const deadline = localTime(ruling.deadline, timezone);
  const last = reported.lastAt === undefined ? undefined : localTime(reported.lastAt, timezone);
  const what = {
    closed: isUnknown ? 'no opening or closing was ever reported' : `not closed by ${deadline}`,
    opened: isUnknown ? 'no opening or closing was ever reported' : `not opened by ${deadline}`,
    tested: last === undefined ? 'no test was ever received' : `no test since ${last}`,
    checked_in: `nobody checked in by ${deadline}${last === undefined ? '' : `, last at ${last}`}`,
  }[rulesOf(kind).over.when];
  return `${name}${area}: ${what}`;
}
