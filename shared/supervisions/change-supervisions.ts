import { isDeepStrictEqual } from 'node:util';
import { ApiError, type FieldErrors } from '../base/errors.ts';
import { checkIfMatch } from '../base/etag.ts';
import { wrongReferences } from '../base/references.ts';
import { formatTimestamp } from '../base/time.ts';
import { DEVICES } from '../devices/device.ts';
import { LISTED_SUPERVISIONS, type ListedSupervision } from '../sites/listed-supervision.ts';
import { SITES, type Site, type StoredSite } from '../sites/site.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { applyChanges } from '../table/change-entity.ts';
import { changeItem, deleteItem } from '../table/change-item.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { decideAndWrite } from '../table/decide-and-write.ts';
import { siteStateKey, supervisionWatchKey } from '../table/keys.ts';
import type { Page, PageRequest } from '../table/list-page.ts';
import { type Extent, planList } from '../table/list-plan.ts';
import { listEntities } from '../table/list-read.ts';
import { batchGet, getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { readVersion } from '../table/version.ts';
import { deleteAny, putEntity } from '../table/writes.ts';
import { calendarUseWrites, forgetUses } from './calendar-use.ts';
import { checkCalendar, expectationOf } from './expectation.ts';
import { rulesOf } from './kinds.ts';
import {
  readSupervisionWatch,
  type StoredSupervision,
  SUPERVISION_LIMIT,
  SUPERVISIONS,
  type Supervision,
  type SupervisionChanges,
  type SupervisionInput,
  watchItem,
} from './supervision.ts';
import { firstWatch, movedWatch } from './watch.ts';

/**
 * Every creation or deletion of a supervision is also a change of its site, which lists its supervisions. So the limit is exact,
 * and whatever is reported finds the supervisions that it concerns in the item of the site.
 */

/** A supervision as the input describes it, with the usual severity of its kind. */
export function newSupervision(
  { severity, ...input }: SupervisionInput,
  { id, tenantId, at }: { readonly id: string; readonly tenantId: string; readonly at: string },
): Supervision {
  return {
    id,
    tenant_id: tenantId,
    ...input,
    severity: severity ?? rulesOf(input.kind).severity,
    extension: null,
    created_at: at,
    updated_at: at,
  };
}

/**
 * Throws `validation_failed` for each field that does not suit the kind, and for a device or calendar that does not exist. Those
 * that it had before are not checked: what is gone must not keep anybody from pausing or renaming it.
 */
export async function checkSupervision(
  table: Table,
  supervision: Supervision,
  before?: Supervision,
): Promise<void> {
  const fields = unsuitable(supervision);
  if (Object.keys(fields).length > 0) throw new ApiError('validation_failed', { fields });
  const { tenant_id, site_id, device_id, calendar_id } = supervision;
  if (calendar_id !== before?.calendar_id) await checkCalendar(table, tenant_id, calendar_id);
  if (device_id === null || device_id === before?.device_id) return;
  const item = await getItem(table, DEVICES.key(tenant_id, device_id));
  if (!item || DEVICES.entityOf(item).site_id !== site_id) throw wrongReferences('device_id');
}

function unsuitable({ kind, windows, every_minutes, partition, device_id }: Supervision): FieldErrors {
  const { hasWindows, hasPartition, hasDevice, shortestMinutes } = rulesOf(kind);
  const errors: Record<string, string[]> = {};
  if (hasWindows && windows.length === 0) errors['windows'] = ['The windows field is required.'];
  if (!hasWindows && windows.length > 0)
    errors['windows'] = ['The windows field must be empty for this kind.'];
  if (!hasPartition && partition !== null) errors['partition'] = ['The partition field must be null.'];
  if (!hasDevice && device_id !== null) errors['device_id'] = ['The device_id field must be null.'];
  if (hasDevice && device_id === null) errors['device_id'] = ['The device_id field is required.'];
  if (shortestMinutes === undefined) {
    if (every_minutes !== null) errors['every_minutes'] = ['The every_minutes field must be null.'];
  } else if (every_minutes === null) {
    errors['every_minutes'] = ['The every_minutes field is required.'];
  } else if (every_minutes < shortestMinutes) {
    errors['every_minutes'] = [`The every_minutes field must be at least ${shortestMinutes}.`];
  }
  return errors;
}

const listed = ({ id, kind, device_id, calendar_id }: Supervision): ListedSupervision => ({
  id,
  kind,
  ...(device_id === null ? {} : { device_id }),
  ...(calendar_id === null ? {} : { calendar_id }),
});

/** Creates a supervision at an existing site, with other writes in the same transaction. */
export async function createSupervision(
  table: Table,
  supervision: Supervision,
  now: Date,
  alongside: (created: Supervision) => readonly GuardedWrite[],
): Promise<Supervision> {
  const { tenant_id, site_id } = supervision;
  await checkSupervision(table, supervision);
  const load = async () => {
    const item = await getItem(table, SITES.key(tenant_id, site_id));
    return item && SITES.read(item);
  };
  const site = await load();
  if (!site) throw wrongReferences('site_id');
  return decideAndWrite(table, site, load, async (current, writeId) => {
    if (current.supervisions.length >= SUPERVISION_LIMIT) throw new ApiError('too_many_supervisions');
    const expected = await expectationOf(table, supervision, current.entity);
    const watch = firstWatch(supervision, expected, now);
    const writes = [
      changeListed(table, current, [...current.supervisions, listed(supervision)], writeId),
      putEntity(table, SUPERVISIONS.item(supervision)),
      putEntity(table, watchItem(supervision, watch)),
      ...calendarUseWrites(table, undefined, supervision),
      ...auditWrites(table, SUPERVISIONS, undefined, supervision),
      ...alongside(supervision),
    ];
    return { writes, result: supervision };
  });
}

interface ChangeContext {
  readonly ifMatch: string | undefined;
  readonly now: Date;
}

/**
 * Changes the given fields. If they decide when it is judged, it begins anew: what was due before is not judged any more, and an
 * extension ends.
 */
export function updateSupervision(
  table: Table,
  { entity }: StoredSupervision,
  changes: SupervisionChanges,
  { ifMatch, now }: ChangeContext,
): Promise<Supervision> {
  return changeSupervision(table, entity, async ({ site, stored }, writeId) => {
    const { entity: before, version, watch } = stored;
    checkIfMatch(ifMatch, before);
    const changed = applyChanges<Supervision>(before, changes, formatTimestamp(now));
    await checkSupervision(table, changed, before);
    const isSame = TIMED_FIELDS.every((field) => isDeepStrictEqual(before[field], changed[field]));
    const after = isSame ? changed : { ...changed, extension: null };
    const expected = isSame ? undefined : await expectationOf(table, after, site.entity);
    const writes = [
      changeItem(table, SUPERVISIONS.item(before), SUPERVISIONS.item(after), { version, writeId }),
      ...(expected
        ? [
            changeItem(
              table,
              watchItem(before, watch?.watch),
              watchItem(after, firstWatch(after, expected, now, { entity: before, watch: watch?.watch })),
              { version: watch?.version ?? readVersion(undefined), writeId },
            ),
          ]
        : []),
      ...calendarUseWrites(table, before, after),
      ...(before.device_id === after.device_id && before.calendar_id === after.calendar_id
        ? []
        : [
            changeListed(
              table,
              site,
              site.supervisions.map((it) => (it.id === after.id ? listed(after) : it)),
              writeId,
            ),
          ]),
      ...auditWrites(table, SUPERVISIONS, before, after),
    ];
    return { writes, result: after };
  });
}

/** The fields that decide when a supervision is judged. */
const TIMED_FIELDS = [
  'windows',
  'except',
  'calendar_id',
  'grace_minutes',
  'every_minutes',
  'status',
  'device_id',
  'partition',
] as const satisfies readonly (keyof SupervisionChanges)[];

/** Deletes a supervision. Its alerts remain, and people close them. */
export function deleteSupervision(
  table: Table,
  { entity }: StoredSupervision,
  { ifMatch }: Pick<ChangeContext, 'ifMatch'>,
): Promise<void> {
  return changeSupervision(table, entity, async ({ site, stored }, writeId) => {
    checkIfMatch(ifMatch, stored.entity);
    const { id, tenant_id } = stored.entity;
    const writes = [
      changeListed(
        table,
        site,
        site.supervisions.filter((it) => it.id !== id),
        writeId,
      ),
      deleteItem(table, SUPERVISIONS.item(stored.entity), stored.version),
      deleteAny(table, supervisionWatchKey(tenant_id, id)),
      ...calendarUseWrites(table, stored.entity, undefined),
      ...auditWrites(table, SUPERVISIONS, stored.entity, undefined),
    ];
    return { writes, result: undefined };
  });
}

/** How many supervisions are deleted with their site by one transaction, beside its contacts and the ends of its tests. */
const MOST_AT_ONCE = 5;

/**
 * Deletes the supervisions of a site that is to be deleted one by one, if they are too many for the transaction that deletes it. A
 * site that is not empty keeps them, because it is not deleted. Returns the site without them.
 */
export async function deleteManyOf(
  table: Table,
  site: StoredSite,
  { ifMatch }: Pick<ChangeContext, 'ifMatch'>,
): Promise<StoredSite> {
  const { entity, supervisions, children } = site;
  checkIfMatch(ifMatch, entity);
  if (children > 0 || supervisions.length <= MOST_AT_ONCE) return site;
  for (const { id } of supervisions) {
    const item = await getItem(table, SUPERVISIONS.key(entity.tenant_id, id));
    if (item) await deleteSupervision(table, SUPERVISIONS.read(item), { ifMatch: undefined });
  }
  const left = await getItem(table, SITES.key(entity.tenant_id, entity.id));
  return left ? SITES.read(left) : site;
}

/** Makes the writes that delete the supervisions of a site and its state, for the transaction that deletes the site. */
export function deleteSupervisionsOf(
  table: Table,
  { entity: { tenant_id, id }, supervisions }: StoredSite,
): GuardedWrite[] {
  return [
    deleteAny(table, siteStateKey(tenant_id, id)),
    ...forgetUses(
      table,
      supervisions.map((it) => ({ id: it.id, tenant_id, calendar_id: it.calendar_id ?? null })),
    ),
    ...supervisions.flatMap((it) => [
      deleteAny(table, SUPERVISIONS.key(tenant_id, it.id)),
      deleteAny(table, supervisionWatchKey(tenant_id, it.id)),
    ]),
  ];
}

/**
 * Makes the writes that move the timers of a site's supervisions to its new time zone, for the transaction that changes the site.
 */
export async function rescheduleOf(
  table: Table,
  { supervisions, entity: { tenant_id } }: StoredSite,
  after: Site,
  { now, writeId }: { readonly now: Date; readonly writeId: string },
): Promise<GuardedWrite[]> {
  if (supervisions.length === 0) return [];
  const keys = supervisions.map(({ id }) => SUPERVISIONS.key(tenant_id, id));
  const watchKeys = supervisions.map(({ id }) => supervisionWatchKey(tenant_id, id));
  const items = await batchGet(table, [...keys, ...watchKeys]);
  const writes = supervisions.map(async (_, place) => {
    const [item, watchOf] = [items[place], items[keys.length + place]];
    const watch = readSupervisionWatch(watchOf);
    if (!item || !watch) return [];
    const supervision = SUPERVISIONS.entityOf(item);
    const expected = await expectationOf(table, supervision, after);
    const moved = movedWatch(supervision, expected, now, watch.watch);
    const { version } = watch;
    return [
      changeItem(table, watchItem(supervision, watch.watch), watchItem(supervision, moved), {
        version,
        writeId,
      }),
    ];
  });
  return (await Promise.all(writes)).flat();
}

/** Reads a page of the supervisions within an extent, newest first. */
export function listSupervisions(
  table: Table,
  extent: Extent,
  page: PageRequest,
): Promise<Page<Supervision>> {
  return listEntities(table, SUPERVISIONS, planList(SUPERVISIONS, extent), page);
}

interface Found {
  readonly site: StoredSite;
  readonly stored: StoredSupervision;
}

export async function changeSupervision<R>(
  table: Table,
  { id, tenant_id, site_id }: Pick<Supervision, 'id' | 'tenant_id' | 'site_id'>,
  change: (found: Found, writeId: string) => Promise<{ writes: GuardedWrite[]; result: R }>,
): Promise<R> {
  const keys = [
    SUPERVISIONS.key(tenant_id, id),
    supervisionWatchKey(tenant_id, id),
    SITES.key(tenant_id, site_id),
  ];
  const load = async () => {
    const [item, watch, siteItem] = await batchGet(table, keys);
    if (!item || !siteItem) return undefined;
    const stored = SUPERVISIONS.read(item, watch);
    return { stored, site: SITES.read(siteItem), version: stored.version };
  };
  return decideAndWrite(table, await load(), load, change);
}

function changeListed(
  table: Table,
  { entity, version, supervisions }: StoredSite,
  after: readonly ListedSupervision[],
  writeId: string,
): GuardedWrite {
  const item = SITES.item(entity);
  const before = { ...item, [LISTED_SUPERVISIONS]: supervisions };
  return changeItem(table, before, { ...item, [LISTED_SUPERVISIONS]: after }, { version, writeId });
}
